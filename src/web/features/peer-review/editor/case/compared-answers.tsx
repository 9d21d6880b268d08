import type { CaseAssignment, CaseReport } from '../../../../../contract/api/case-view.ts'
import { ANSWER_NAMES, type ReviewAnswer } from '../../../../../contract/rules/peer-review/stages.ts'

export type Reported = CaseAssignment & { report: CaseReport }

/** True if those who can tell do not say the same: 'Not my field' is no opinion. */
export const differs = (answers: readonly (ReviewAnswer | undefined)[]): boolean =>
  new Set(answers.filter((answer) => answer !== undefined && answer !== 'not-my-field')).size > 1

/** The answers of all reviewers in one table, a lozenge where they differ. */
export function ComparedAnswers({
  reported,
  awaited,
}: {
  reported: readonly Reported[]
  awaited: readonly CaseAssignment[]
}) {
  // The questions as they were asked: those of the journal may have changed since.
  const questions = [
    ...new Map(reported.flatMap(({ report }) => report.questions).map((one) => [one.id, one])).values(),
  ]
  const rows = questions.map((question) => {
    const answers = reported.map(({ report }) => report.answers[question.id])
    return { question, answers, isDiffering: differs(answers) }
  })
  return (
    <>
      <table className="compare small">
        <caption className="sr">Answers to the questions</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Question</span>
            </th>
            {[...reported, ...awaited].map(({ id, label }) => (
              <th key={id} scope="col">
                Reviewer {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ question, answers, isDiffering }) => (
            <tr key={question.id} className={isDiffering ? 'differ' : undefined}>
              <th scope="row">
                {question.short}
                {isDiffering && <span className="sr"> (answers differ)</span>}
              </th>
              {answers.map((answer, index) => (
                <td key={reported[index]!.id}>
                  {answer ? <span className={`ans aligned-inline keep ${answer}`}>{ANSWER_NAMES[answer]}</span> : '–'}
                </td>
              ))}
              {awaited.map(({ id }) => (
                <td key={id}>
                  <span className="muted">Not in yet</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ isDiffering }) => isDiffering) && (
        <p className="smaller muted" aria-hidden="true">
          <span className="dm" />
          Answers differ
        </p>
      )}
    </>
  )
}
