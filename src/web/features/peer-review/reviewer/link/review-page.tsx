import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { journal } from '../../../../../../journal.config.ts'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { REVIEW_LINK_EXPIRED } from '../../../../../contract/rules/peer-review/review-link.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { saveText } from '../../../../ui/download.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../../ui/states.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { toastFailure } from '../../../../ui/toast.ts'
import { useCommand } from '../../../../ui/use-command.ts'
import { ReportForm } from '../report/report-form.tsx'
import { AtWork } from './at-work.tsx'
import { CoReview } from './co-review.tsx'
import { Declined } from './declined.tsx'
import { Invitation } from './invitation.tsx'
import { LinkFrame, PageTitle } from './link-frame.tsx'
import { ManuscriptFiles } from './manuscript-files.tsx'
import { FromTheEditor, Written } from './manuscript.tsx'
import { Thanks } from './thanks.tsx'
import { type Act, useReview } from './use-review.ts'

/** The page of a review link, in each of its states. */
export function ReviewPage({ secret }: { secret: string }) {
  const { review, failure, sending, act, load } = useReview(secret)
  if (failure?.statusCode === 401) {
    return (
      <LinkFrame review={null}>
        <FreshLink secret={secret} message={failure.message} />
      </LinkFrame>
    )
  }
  return (
    <LinkFrame review={review}>
      {failure ? (
        <Failure title="The invitation could not be opened" message={failure.message}>
          <TryAgain onClick={() => void load()} />
        </Failure>
      ) : review ? (
        <InItsState review={review} sending={sending} act={act} onSent={() => void load()} />
      ) : (
        <Loading />
      )}
    </LinkFrame>
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
      <p className="about-ms">
        <TitleText title={title} /> <span className="muted">({number})</span>
      </p>
      {conflict?.text && (
        <>
          <h2>What you have told the editor</h2>
          <Written className="editor-lines" text={conflict.text} />
        </>
      )}
      <div className="stick sticky-bar aligned" role="group" aria-label="Your answer">
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

/** A link that does not work, or no longer: a new one is sent to the invited address. */
function FreshLink({ secret, message }: { secret: string; message: string }) {
  const [answer, setAnswer] = useState<string>()
  const { run, busy: sending } = useCommand(toastFailure)
  const send = () => run(async () => setAnswer((await browserApi.reviews.freshLink({ secret })).message))
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
            It has expired, has been replaced by a newer one, or is not complete. We can send a new link to the address
            that was invited.
          </p>
          <p className="notice outcome" role="status" hidden={answer === undefined}>
            {answer}
          </p>
          {answer === undefined && (
            <p className="go2 wrapping">
              <button type="button" className="btn solid" aria-disabled={sending} onClick={() => void send()}>
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

const WHY: Partial<Record<NonNullable<OpenReview['closeReason']>, string>> = {
  'no-answer': 'The editor went ahead without your reply. Thank you for having considered it.',
  declined: 'You have told us that you cannot review it. Thank you for having considered it.',
  editor: 'The editor has found other reviewers. Thank you for your willingness to help.',
  decision: 'The editor has made a decision on the reports that had arrived. Thank you for your willingness to help.',
  withdrawn: 'The authors have withdrawn the manuscript. Thank you for your willingness to help.',
}

/** Nothing more is expected of the reviewer. What they had written can be kept. */
function Ended({ review, moved, onSent }: { review: OpenReview; moved: boolean; onSent: () => void }) {
  const { closeReason, title, number, draft, lateUntil, files, canReport } = review
  return (
    <>
      <PageTitle moved={moved}>This review is no longer needed</PageTitle>
      <p className="lead">{WHY[closeReason ?? 'editor'] ?? WHY.editor}</p>
      <p className="about-ms">
        <TitleText title={title} /> <span className="muted">({number})</span>
      </p>
      {lateUntil && (
        <p className="notice">If your report is nearly finished, you can still send it until {longDate(lateUntil)}.</p>
      )}
      <FromTheEditor messages={review.messages} />
      <ManuscriptFiles files={files} />
      {canReport && <ReportForm review={review} onSent={onSent} />}
      {draft !== null && !canReport && (
        <p className="go2 wrapping">
          <button type="button" className="btn" onClick={() => saveText(draft, `report-${number}.txt`)}>
            <Download className="ic" aria-hidden="true" />
            Download What You Had Written
          </button>
        </p>
      )}
    </>
  )
}
