import { useId, useRef, useState, type FormEvent } from 'react'
import { journal } from '../../../../../contract/journal.ts'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { addDays, daysBetween } from '../../../../../contract/rules/peer-review/days.ts'
import { browserApi } from '../../../../client/api.ts'
import { Labelled } from '../../../../ui/labelled.tsx'
import { Facts } from '../../../../ui/facts.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { EarlierRounds } from './report-copy.tsx'
import { checkedInterest, focusInterest, InterestQuestion, UNANSWERED } from './interest-question.tsx'
import { Abstract, Authors, day, FromTheEditor, Written } from './manuscript.tsx'
import { PageTitle } from '../../shared/link-frame.tsx'
import type { Act } from './use-review.ts'

type Consent = NonNullable<OpenReview['consent']>

/** The invitation with its answer: also once it has been declined or has lapsed, while it is not too late. */
export function Invitation({
  review,
  consent,
  moved,
  sending,
  act,
}: {
  review: OpenReview
  consent: Consent
  moved: boolean
  sending: boolean
  act: Act
}) {
  const { state, round, title, editor, message, replyDueOn, number, category } = review
  const canDecline = state === 'invited'
  return (
    <>
      <p className="eyebrow">{round > 1 ? `Invitation to review, round ${round}` : 'Invitation to review'}</p>
      <PageTitle moved={moved}>
        <TitleText title={title} />
      </PageTitle>
      <Authors authors={review.authors} />
      {state === 'lapsed' && <p className="notice">The reply date has passed, but you can still agree.</p>}
      <Facts
        className="when"
        rows={[
          ['Please answer by', canDecline ? day(replyDueOn) : null],
          ['Report due', longDate(consent.proposed)],
          ['Manuscript', `${number}, ${category}`],
          ['Editor', editor],
        ]}
      />
      {review.publication ? (
        <p>
          Authors learn your name only if you sign a report that is published. If the article is published, your report
          may be published with it, as the authors receive it: that needs your consent and theirs. In the form you
          choose whether with your name, without it, or not at all.
        </p>
      ) : (
        <p>Authors never learn your name.</p>
      )}
      {message && <Written className="letter lines editor-lines" text={message} />}
      <FromTheEditor messages={review.messages} />
      <EarlierRounds review={review} />
      <Abstract abstract={review.abstract} />
      <WhatYouWillBeAsked />
      <Answer consent={consent} canDecline={canDecline} sending={sending} act={act} />
    </>
  )
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

function WhatYouWillBeAsked() {
  const { questions } = journal().review
  return (
    <details>
      <summary>What you will be asked</summary>
      <p>
        {NUMBERS[questions.length] ?? questions.length} short questions, a text for the authors, an optional note to the
        editor and a recommendation. Please do not share the manuscript or enter it into an AI tool.
      </p>
    </details>
  )
}

function Answer({
  consent,
  canDecline,
  sending,
  act,
}: {
  consent: Consent
  canDecline: boolean
  sending: boolean
  act: Act
}) {
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const [interest, setInterest] = useState(UNANSWERED)
  const [dueOn, setDueOn] = useState(consent.proposed)
  const [errors, setErrors] = useState<{ interest?: string; dueOn?: string }>({})
  const [answer, setAnswer] = useState<'agree' | 'decline'>()

  const agree = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkedInterest(interest)
    if ('missing' in checked) {
      setErrors({ interest: checked.missing })
      focusInterest(form.current, interest)
      return
    }
    setAnswer('agree')
    const failed = await act(() => browserApi.reviews.agree({ conflict: checked.interest, dueOn }))
    if (failed?.errors.dueOn) setErrors({ dueOn: failed.errors.dueOn })
  }
  const decline = () => {
    setAnswer('decline')
    void act(() => browserApi.reviews.decline({}))
  }

  return (
    <>
      <form className="answer" id={id} ref={form} noValidate onSubmit={(event) => void agree(event)}>
        <InterestQuestion
          value={interest}
          missing={errors.interest}
          onChange={(value) => {
            setInterest(value)
            setErrors({})
          }}
        />
        <div className="by">
          <Labelled label="I can report by" error={errors.dueOn}>
            {(control) => (
              <select {...control} name="dueOn" value={dueOn} onChange={(event) => setDueOn(event.target.value)}>
                {daysOf(consent).map(({ date, inDays }) => (
                  <option key={date} value={date}>
                    {longDate(date)}, in {inDays} days
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        </div>
      </form>
      <div className="sticky-bar aligned" role="group" aria-label="Your answer">
        {canDecline && (
          <button type="button" className="btn" aria-disabled={sending} onClick={decline}>
            {sending && answer === 'decline' ? 'Sending...' : 'Decline'}
          </button>
        )}
        <button form={id} className="btn solid" aria-disabled={sending}>
          {sending && answer === 'agree' ? 'Sending...' : 'Yes, I will review'}
        </button>
      </div>
    </>
  )
}

/** The proposed day first, then in weeks. */
function daysOf({ earliest, latest, proposed }: Consent): { date: string; inDays: number }[] {
  const inDays = (date: string) => daysBetween(earliest, date) + 7
  const weeks = [earliest, addDays(earliest, 7), latest]
  const others = weeks.filter((date) => date !== proposed && date <= latest)
  return [proposed, ...others].map((date) => ({ date, inDays: inDays(date) }))
}
