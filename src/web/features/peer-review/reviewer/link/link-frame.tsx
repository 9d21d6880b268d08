import { type ReactNode, useEffect, useRef, useState } from 'react'
import { journal } from '../../../../../../journal.config.ts'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { policyPath } from '../../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../../client/api.ts'
import { Brand } from '../../../../site/brand.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Link } from '../../../../ui/link.tsx'
import { toast, toastFailure } from '../../../../ui/toast.ts'

/** The frame of a page behind a link: no menu; whose link it is; the journal's address. */
export function LinkFrame({ review, children }: { review: OpenReview | null; children: ReactNode }) {
  const { publisher, contact } = journal
  return (
    <>
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className="mast slim">
        <div className="wrap row">
          <Brand />
          {review && <Whose review={review} />}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="wrap narrow">{children}</div>
      </main>
      <footer className="tiny ruled smaller muted">
        <div className="wrap">
          <p>
            {journal.name}, {publisher.name}, {publisher.address}.{' '}
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

function Whose({ review: { name, address } }: { review: OpenReview }) {
  const [asking, setAsking] = useState(false)
  const tell = async () => {
    try {
      toast.success((await browserApi.reviews.notMe({})).message)
      setAsking(false)
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <p className="whose small muted">
      For {name}.{' '}
      <button type="button" className="link" onClick={() => setAsking(true)}>
        Not you?
      </button>
      {asking && (
        <ConfirmDialog title="Not you?" confirm="Tell the Editor" onConfirm={tell} onClose={() => setAsking(false)}>
          <p>
            We sent this link to {name} at {address}. If you are someone else, the editor can end it and send another.
            This does not affect the review.
          </p>
        </ConfirmDialog>
      )}
    </p>
  )
}

/**
 * The heading of one state of the page. When an answer leads to another state, the focus moves here, so that it is
 * read out and the page is shown from its top.
 */
export function PageTitle({
  small = false,
  moved,
  children,
}: {
  small?: boolean
  moved: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useRef(moved)
  useEffect(() => {
    if (!arrived.current) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 className={small ? 'rtitle sm' : 'rtitle'} tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}
