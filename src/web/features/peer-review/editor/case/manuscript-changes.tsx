import type { CaseFile } from '../../../../../contract/api/case-view.ts'
import { counted } from '../../../../../contract/rules/text/counted.ts'
import { browserApi } from '../../../../client/api.ts'
import { Failure, SkeletonLines } from '../../../../ui/states.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { useCase } from './case-context.ts'

const MARKS = { same: 'span', added: 'ins', removed: 'del' } as const

/** What a version changes in the one before it, word by word. */
export function ManuscriptChanges({ before, after }: { before: CaseFile; after: CaseFile }) {
  const { view } = useCase()
  const { answer, failed, tryAgain } = useAnswer(
    () => browserApi.cases.compare({ id: view.id, before: before.id, after: after.id }),
    after.id,
  )
  if (failed) {
    return (
      <div className="mstext">
        <Failure message="The versions could not be compared.">
          <button type="button" className="btn" onClick={tryAgain}>
            Try Again
          </button>
        </Failure>
      </div>
    )
  }
  if (!answer) {
    return (
      <div className="mstext" role="status" aria-label="Comparing the versions">
        <SkeletonLines widths={[100, 90, 100, 60, 100, 80]} />
      </div>
    )
  }
  if ('unavailable' in answer) return <p className="mstext muted">{answer.unavailable}</p>
  if (answer.paragraphs.every((one) => 'unchanged' in one || !one.isChanged)) {
    return <p className="mstext muted">The text is the same as before.</p>
  }
  return (
    <div className="mstext" tabIndex={0} role="group" aria-label="Changes to the manuscript">
      {answer.paragraphs.map((one, index) =>
        'unchanged' in one ? (
          <p key={index} className="muted fold">
            {counted(one.unchanged, 'paragraph')} unchanged
          </p>
        ) : (
          <p key={index}>
            {one.runs.map(({ kind, text }, at) => {
              const Mark = MARKS[kind]
              return <Mark key={at}>{text}</Mark>
            })}
          </p>
        ),
      )}
    </div>
  )
}
