import { type ReactNode, useEffect, useRef, useState } from 'react'
import { journal } from '../../../../contract/journal.ts'
import { policyPath } from '../../../../contract/rules/site/paths.ts'
import { Brand } from '../../../site/brand.tsx'
import { Link } from '../../../ui/link.tsx'
import { toastFailure } from '../../../ui/toast.ts'
import { SkeletonLines } from '../../../ui/states.tsx'
import { useCommand } from '../../../ui/use-command.ts'

/** The frame of a page behind a link: no menu; whose link it is; the journal's address. */
export function LinkFrame({ whose, children }: { whose?: ReactNode; children: ReactNode }) {
  const { publisher, contact } = journal()
  return (
    <>
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className="mast slim">
        <div className="wrap row">
          <Brand />
          {whose && <p className="whose small muted">{whose}</p>}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="wrap narrow">{children}</div>
      </main>
      <footer className="tiny ruled smaller muted">
        <div className="wrap spread">
          <p>
            {journal().name}, {publisher.name}, {publisher.address}
          </p>
          <p>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </p>
          <p>
            <Link to={policyPath('peer-review')}>Peer Review Process</Link>
            <Link to={policyPath('privacy-statement')}>Privacy Statement</Link>
          </p>
        </div>
      </footer>
    </>
  )
}

/** The address bar keeps the link's secret, so that the page can be reloaded. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/**
 * The heading of one state of the page. When an answer leads to another state, the focus moves here, so that it is
 * read out and the page is shown from its top.
 */
export function PageTitle({ moved, children }: { moved: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useRef(moved)
  useEffect(() => {
    if (!arrived.current) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 className="rtitle" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}

export function Loading() {
  return (
    <div role="status">
      <span className="sr">Loading...</span>
      <SkeletonLines widths={[30, 90, 70, 50, 90, 90, 80]} />
    </div>
  )
}

/** A link that does not work, or no longer: a new one is sent to the address that it was for. */
export function FreshLink({
  secret,
  hasExpired,
  send,
}: {
  secret: string
  hasExpired: boolean
  send: () => Promise<{ message: string }>
}) {
  const [answer, setAnswer] = useState<string>()
  const { run, busy: sending } = useCommand(toastFailure)
  const contact = <a href={`mailto:${journal().contact.email}`}>{journal().contact.email}</a>
  return (
    <>
      <h1 className="rtitle">{hasExpired ? 'This link has expired' : 'This link does not work'}</h1>
      {secret === '' ? (
        <p className="lead">It is incomplete. Please open the whole link from our email, or write to {contact}.</p>
      ) : (
        <>
          <p className="lead">
            It has expired, has been replaced by a newer one, or is not complete. We can send a new link to the address
            that it was for.
          </p>
          <p className="notice outcome" role="status" hidden={answer === undefined}>
            {answer}
          </p>
          {answer === undefined && (
            <p className="buttons">
              <button
                type="button"
                className="btn solid"
                aria-disabled={sending}
                onClick={() => void run(async () => setAnswer((await send()).message))}
              >
                {sending ? 'Sending...' : 'Send Me a New Link'}
              </button>
            </p>
          )}
          <p className="hint small muted">Is it the wrong address? Please write to {contact}.</p>
        </>
      )}
    </>
  )
}
