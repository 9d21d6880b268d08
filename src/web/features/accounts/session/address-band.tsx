import { useEffect } from 'react'
import { HOMES } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { updateUser, useUnconfirmed } from '../../../client/session.ts'
import { Link } from '../../../ui/link.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useCommand } from '../../../ui/use-command.ts'

/** From sign-up until the address is confirmed: that it is not, and what can be done about it. */
export function AddressBand() {
  const known = useUnconfirmed()
  const isAsked = known !== null
  const { answer: user, reload } = useAnswer(async () => (isAsked ? browserApi.users.me() : null), known ?? undefined)
  const { run, busy } = useCommand(toastFailure)
  useEffect(() => {
    if (user?.emailConfirmed) updateUser(user)
  }, [user])
  // The link may have been opened in another browser.
  useEffect(() => {
    if (!isAsked) return
    const again = () => void reload()
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [isAsked, reload])

  if (!isAsked || !user || user.emailConfirmed) return null
  const address = user.pendingEmail ?? user.email
  return (
    <section className="notice caution address-band" aria-label="Your email address">
      <p>
        <strong>Please confirm your email address.</strong>{' '}
        {user.isMailing
          ? `We have sent a link to ${address}. Until you open it, our emails may not reach you.`
          : `The journal cannot send email at the moment. You get a link to ${address} as soon as it can. Please check that this address is right.`}
      </p>
      <div className="buttons">
        {user.isMailing && (
          <button
            type="button"
            className="btn"
            aria-disabled={busy}
            onClick={() =>
              void run(async () => void toast.success((await browserApi.session.sendConfirmation()).message))
            }
          >
            {busy ? 'Sending...' : 'Send the Link Again'}
          </button>
        )}
        <Link className="btn text" to={HOMES[user.role].editProfile}>
          Change the Address
        </Link>
      </div>
    </section>
  )
}
