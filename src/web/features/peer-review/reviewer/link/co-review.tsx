import { useId, useRef, useState, type FormEvent } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { browserApi } from '../../../../client/api.ts'
import { Facts } from '../../../../ui/facts.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { ReportForm } from '../report/report-form.tsx'
import { checkedInterest, focusInterest, InterestQuestion, UNANSWERED } from './interest-question.tsx'
import { Abstract, Authors, day } from './manuscript.tsx'
import { ManuscriptFiles } from './manuscript-files.tsx'
import { PageTitle } from '../../shared/link-frame.tsx'
import type { Act } from './use-review.ts'

interface Props {
  review: OpenReview
  moved: boolean
  sending: boolean
  act: Act
  onSent: () => void
}

/** The page of a colleague whom a reviewer has named. */
export function CoReview(props: Props) {
  const { review, moved, onSent } = props
  const { coReview, conflictWaits, title, reviewer, number, dueOn, state } = review
  const isOpen = state === 'agreed'
  return (
    <>
      <p className="eyebrow">{reviewer} has asked you to help with a review</p>
      <PageTitle moved={moved}>
        <TitleText title={title} />
      </PageTitle>
      <Authors authors={review.authors} />
      <Facts
        className="when"
        rows={[
          ['Report due', isOpen ? day(dueOn) : null],
          ['Manuscript', number],
        ]}
      />
      {!isOpen && (
        <p className="notice">
          {state === 'submitted'
            ? 'The report has been sent. Thank you for your help.'
            : 'This review is no longer needed. Thank you for your willingness to help.'}
        </p>
      )}
      {isOpen && coReview === 'refused' && <p className="notice">You have told us that you cannot help.</p>}
      {isOpen && conflictWaits && (
        <p className="notice" role="status">
          Thank you for telling us. The editor now decides whether you can help, and will write to you. Until then the
          manuscript stays closed.
        </p>
      )}
      {coReview === 'confirmed' && <ManuscriptFiles files={review.files} />}
      {isOpen && coReview === 'confirmed' && <ReportForm review={review} onSent={onSent} />}
      <Abstract abstract={review.abstract} />
      {isOpen && (coReview === 'confirmed' || conflictWaits) && <StepBack {...props} />}
      {isOpen && coReview !== 'confirmed' && !conflictWaits && <Answer {...props} />}
    </>
  )
}

function Answer({ review: { coReview }, sending, act }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const [interest, setInterest] = useState(UNANSWERED)
  const [missing, setMissing] = useState<string>()
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkedInterest(interest)
    if ('missing' in checked) {
      setMissing(checked.missing)
      focusInterest(form.current, interest)
      return
    }
    await act(() => browserApi.reviews.coReview({ answer: 'confirm', conflict: checked.interest }))
  }
  return (
    <>
      <form className="answer" id={id} ref={form} noValidate onSubmit={(event) => void confirm(event)}>
        <InterestQuestion
          value={interest}
          missing={missing}
          onChange={(value) => {
            setInterest(value)
            setMissing(undefined)
          }}
        />
        <p className="hint small muted">
          The manuscript is confidential: please do not share it or enter it into an AI tool. You open it after
          confirming, and the editor sees that you have helped.
        </p>
      </form>
      <div className="sticky-bar aligned" role="group" aria-label="Your answer">
        {coReview === 'invited' && <Refuse sending={sending} act={act} />}
        <button form={id} className="btn solid" aria-disabled={sending}>
          {sending ? 'Sending...' : 'Yes, I will help'}
        </button>
      </div>
    </>
  )
}

const Refuse = ({ sending, act }: Pick<Props, 'sending' | 'act'>) => (
  <button
    type="button"
    className="btn"
    aria-disabled={sending}
    onClick={() => void act(() => browserApi.reviews.coReview({ answer: 'refuse' }))}
  >
    Decline{' '}
  </button>
)

const StepBack = ({ sending, act }: Props) => (
  <p className="buttons">
    <Refuse sending={sending} act={act} />
  </p>
)
