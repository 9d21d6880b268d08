import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { REVIEW_LINK_EXPIRED } from '../../../../../contract/rules/peer-review/review-link.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { saveText } from '../../../../ui/download.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { toast, toastFailure } from '../../../../ui/toast.ts'
import { PageTitle } from '../../shared/link-frame.tsx'
import { LinkPage } from '../../shared/link-page.tsx'
import { ReportForm } from '../report/report-form.tsx'
import { AtWork } from './at-work.tsx'
import { CoReview } from './co-review.tsx'
import { Declined } from './declined.tsx'
import { Invitation } from './invitation.tsx'
import { ManuscriptFiles } from './manuscript-files.tsx'
import { FromTheEditor, Written } from './manuscript.tsx'
import { PublicationChoice } from './publication-choice.tsx'
import { Thanks } from './thanks.tsx'
import { type Act, useReview } from './use-review.ts'

/** The page of a review link, in each of its states. */
export function ReviewPage({ secret }: { secret: string }) {
  const { shown, failure, sending, act, load } = useReview(secret)
  return (
    <LinkPage
      secret={secret}
      opened={{ shown, failure, load }}
      failed="The invitation could not be opened"
      whose={(review) => <Whose review={review} />}
      expired={REVIEW_LINK_EXPIRED}
      sendFresh={() => browserApi.reviews.freshLink({ secret })}
    >
      {(review) => <InItsState review={review} sending={sending} act={act} onSent={() => void load()} />}
    </LinkPage>
  )
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
    <>
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
    </>
  )
}

/** Changes of state move the focus to the new heading; the first one shown does not. */
function InItsState({
  review,
  sending,
  act,
  onSent,
}: {
  review: OpenReview
  sending: boolean
  act: Act
  onSent: () => void
}) {
  const [reconsiders, setReconsiders] = useState(false)
  const { state, consent, report } = review
  const first = useRef(keyOf(review, reconsiders))
  const key = keyOf(review, reconsiders)
  const left = useRef(false)
  if (key !== first.current) left.current = true
  const shown = { review, sending, act, moved: left.current }

  if (review.as === 'co-reviewer') return <CoReview key={key} {...shown} onSent={onSent} />
  if (state === 'agreed') return <AtWork key={key} {...shown} onSent={onSent} />
  if (state === 'submitted' && report) return <Thanks key={key} {...shown} report={report} />
  if (review.conflictWaits) return <AwaitsEditor key={key} {...shown} />
  if (state === 'declined' && !reconsiders) {
    return <Declined key={key} {...shown} onReconsider={() => setReconsiders(true)} />
  }
  if (consent) return <Invitation key={key} {...shown} consent={consent} />
  return <Ended key={key} {...shown} onSent={onSent} />
}

const keyOf = ({ state, coReview, conflictWaits }: OpenReview, reconsiders: boolean): string =>
  `${state} ${coReview ?? ''} ${conflictWaits} ${state === 'declined' && reconsiders}`

/** A reviewer who would review has declared a conflict of interest: the manuscript opens when an editor has waived it. */
function AwaitsEditor({
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
      <p className="lead">
        <TitleText title={title} /> <span className="muted">({number})</span>
      </p>
      {conflict?.text && (
        <>
          <h2>What you have told the editor</h2>
          <Written className="letter lines editor-lines" text={conflict.text} />
        </>
      )}
      <div className="sticky-bar aligned" role="group" aria-label="Your answer">
        <button
          type="button"
          className="btn"
          aria-disabled={sending}
          onClick={() => void act(() => browserApi.reviews.decline({}))}
        >
          {sending ? 'Sending...' : 'Decline'}
        </button>
      </div>
    </>
  )
}

const WHY: Partial<Record<NonNullable<OpenReview['closeReason']>, string>> = {
  'no-answer': 'The editor went ahead without your reply. Thank you for having considered it.',
  declined: 'You have told us that you cannot review it. Thank you for having considered it.',
  editor: 'The editor has found other reviewers. Thank you for your willingness to help.',
  decision: 'The editor has made a decision on the reports that had arrived. Thank you for your willingness to help.',
  withdrawn: 'The authors have withdrawn the manuscript. Thank you for your willingness to help.',
}

/** Nothing more is expected of the reviewer. What they had written can be kept. */
function Ended({
  review,
  sending,
  act,
  moved,
  onSent,
}: {
  review: OpenReview
  sending: boolean
  act: Act
  moved: boolean
  onSent: () => void
}) {
  const { closeReason, title, number, draft, lateUntil, files, canReport, publication } = review
  return (
    <>
      <PageTitle moved={moved}>This review is no longer needed</PageTitle>
      <p className="lead">{WHY[closeReason ?? 'editor'] ?? WHY.editor}</p>
      <p className="lead">
        <TitleText title={title} /> <span className="muted">({number})</span>
      </p>
      {lateUntil && (
        <p className="notice">If your report is nearly finished, you can still send it until {longDate(lateUntil)}.</p>
      )}
      <FromTheEditor messages={review.messages} />
      <ManuscriptFiles files={files} />
      {canReport && (
        <ReportForm
          review={review}
          also={publication && <PublicationChoice asked={publication} sending={sending} act={act} />}
          onSent={onSent}
        />
      )}
      {draft !== null && !canReport && (
        <p className="buttons">
          <button type="button" className="btn" onClick={() => saveText(draft, `report-${number}.txt`)}>
            <Download className="ic" aria-hidden="true" />
            Download What You Had Written
          </button>
        </p>
      )}
    </>
  )
}
