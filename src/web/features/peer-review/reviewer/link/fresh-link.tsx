import { useState } from 'react'
import { journal } from '../../../../../../journal.config.ts'
import { REVIEW_LINK_EXPIRED } from '../../../../../contract/rules/peer-review/review-link.ts'
import { browserApi } from '../../../../client/api.ts'
import { toastFailure } from '../../../../ui/call-failure.ts'

/** A link that does not work, or no longer: a fresh one is sent to the invited address. */
export function FreshLink({ secret, message }: { secret: string; message: string }) {
  const [answer, setAnswer] = useState<string>()
  const [sending, setSending] = useState(false)
  const send = async () => {
    if (sending) return
    setSending(true)
    try {
      setAnswer((await browserApi.reviews.freshLink({ secret })).message)
    } catch (error) {
      toastFailure(error)
    } finally {
      setSending(false)
    }
  }
  const contact = <a href={`mailto:${journal.contact.email}`}>{journal.contact.email}</a>
  return (
    <>
      <h1 className="rtitle">
        {message === REVIEW_LINK_EXPIRED ? 'This link has expired' : 'This link does not work'}
      </h1>
      {secret === '' ? (
        <p className="lead">It is incomplete. Please open the whole link from our email, or write to {contact}.</p>
      ) : (
        <>
          <p className="lead">
            It has expired, has been replaced by a newer one, or is not complete. We can send a fresh link to the
            address that was invited.
          </p>
          <p className="notice outcome" role="status" hidden={answer === undefined}>
            {answer}
          </p>
          {answer === undefined && (
            <p className="go2">
              <button type="button" className="btn solid" aria-disabled={sending} onClick={() => void send()}>
                {sending ? 'Sending...' : 'Send me a fresh link'}
              </button>
            </p>
          )}
          <p className="hint">Is it the wrong address? Please write to {contact}.</p>
        </>
      )}
    </>
  )
}
