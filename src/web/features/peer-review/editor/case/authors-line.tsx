import { useState } from 'react'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { ANSWER_WORDS, sumOfAnswers } from '../../../../../contract/rules/peer-review/authorship.ts'
import { daysBetween } from '../../../../../contract/rules/peer-review/days.ts'
import { daysInWords, monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { browserApi } from '../../../../client/api.ts'
import { useAct } from '../../../../ui/use-command.ts'
import { CheckLine } from './check-line.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useCase } from './section.tsx'

type Answer = CaseView['removedAuthors'][number] & { isRemoved: boolean }

/**
 * Whether those who are named as authors agree; a 'no' stands out until the list is changed or they change their mind.
 * Those who do not answer can be reminded, and after two weeks the case can go on without them.
 */
export function AuthorsLine() {
  const { view } = useCase()
  const answers: Answer[] = [
    ...view.authors.flatMap(({ fullName, answer }) => (answer ? [{ fullName, ...answer, isRemoved: false }] : [])),
    ...view.removedAuthors.map((one) => ({ ...one, isRemoved: true })),
  ]
  if (!answers.length) {
    return (
      <CheckLine name="Authors" missing warn={false} value="Never asked">
        The journal has not asked the authors whether their list is right.
      </CheckLine>
    )
  }
  const { disagreeing, others, inWords: sum, isMissing, isFolded } = sumOfAnswers(answers)
  const disagree = disagreeing.length
  const list = (those: readonly Answer[]) =>
    those.length > 0 && (
      <ul role="list">
        {those.map((one) => (
          <AnswerLine key={one.contributorId} answer={one} />
        ))}
      </ul>
    )
  return (
    <CheckLine
      name="Authors"
      warn={disagree > 0}
      missing={disagree === 0 && isMissing}
      value={disagree ? `${disagree} of ${answers.length} disagree` : sum}
    >
      {list(disagreeing)}
      {isFolded ? (
        <details>
          <summary>{disagree ? 'The other authors' : 'All authors'}</summary>
          {list(others)}
        </details>
      ) : (
        list(others)
      )}
    </CheckLine>
  )
}

function AnswerLine({ answer }: { answer: Answer }) {
  const { view, now } = useCase()
  const { act, busy } = useAct()
  const [isWaiving, setWaiving] = useState(false)
  const { contributorId, fullName, isRemoved, answeredAt, reason } = answer
  const of = { id: view.id, contributorId }
  const isOpen = view.closedAt === null
  return (
    <li>
      {fullName}
      {isRemoved && ' (no longer on the list)'}: {inWords(answer, now)}
      {answeredAt && `, ${monthDay(answeredAt, now)}`}
      {reason && <p className="lines breakable">{reason}</p>}
      {isOpen && (answer.mayRemind || answer.mayWaive) && (
        <span className="do wrapping">
          {answer.mayRemind && (
            <button
              type="button"
              className="btn text"
              aria-disabled={busy}
              onClick={() => void act(() => browserApi.cases.remindAuthor(of))}
            >
              Remind Now<span className="sr"> ({fullName})</span>
            </button>
          )}
          {answer.mayWaive && (
            <button type="button" className="btn text" onClick={() => setWaiving(true)}>
              Go On Without<span className="sr"> {fullName}</span>
            </button>
          )}
        </span>
      )}
      {isWaiving && (
        <ReasonDialog
          title={`Go on without ${fullName}`}
          about="The case no longer waits for this answer. Your reason stays in its history; the author can still answer."
          label="Reason"
          save="Go On"
          send={(text) => browserApi.cases.waiveAuthor({ ...of, reason: text })}
          onClose={() => setWaiving(false)}
        />
      )}
    </li>
  )
}

function inWords({ state, toldAt, hasAddress }: Answer, now: Date): string {
  if (state !== 'asked') return ANSWER_WORDS[state].toLowerCase()
  if (!hasAddress) return 'has no address of their own, so cannot be asked'
  if (toldAt === null) return 'not asked yet'
  const days = daysBetween(toldAt, now)
  return days > 0 ? `no answer in ${daysInWords(days)}` : 'no answer yet'
}
