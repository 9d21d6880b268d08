import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { browserApi } from '../../../../client/api.ts'
import { TitleText } from '../../../../ui/title-text.tsx'
import { Written } from './manuscript.tsx'
import { PageTitle } from './page-title.tsx'
import type { Act } from './use-review.ts'

/** A reviewer who would review has told of a conflict of interest: the manuscript opens when an editor has waived it. */
export function AwaitsEditor({
  review: { title, number, conflict },
  moved,
  sending,
  act,
}: {
  review: OpenReview
  moved: boolean
  sending: boolean
  act: Act
}) {
  return (
    <>
      <p className="eyebrow">Invitation to review</p>
      <PageTitle moved={moved}>Thank you for telling us</PageTitle>
      <p className="lead">
        The editor now decides whether you can review this manuscript, and will write to you. Until then it stays
        closed, and nothing is expected of you.
      </p>
      <p className="about-ms">
        <TitleText title={title} /> <span className="muted">({number})</span>
      </p>
      {conflict?.text && (
        <>
          <h2>What you have told the editor</h2>
          <Written className="editor-lines" text={conflict.text} />
        </>
      )}
      <div className="stick" role="group" aria-label="Your answer">
        <button
          type="button"
          className="btn"
          aria-disabled={sending}
          onClick={() => void act(() => browserApi.reviews.decline({}))}
        >
          {sending ? 'Sending...' : 'I cannot review it after all'}
        </button>
      </div>
    </>
  )
}
