import type { CaseFile } from '../../../../../contract/api/case-view.ts'
import { browserApi } from '../../../../client/api.ts'
import { TextOfFile } from '../../../../ui/text-of-file.tsx'
import { Failure, SkeletonLines } from '../../../../ui/states.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { useCase } from './case-context.ts'

/** A manuscript as plain text. */
export function ManuscriptText({ versionId, file }: { versionId: string; file: CaseFile }) {
  const { view } = useCase()
  const { answer, failed, tryAgain } = useAnswer(
    () => browserApi.cases.text({ id: view.id, versionId, fileId: file.id }),
    file.id,
  )
  if (failed) {
    return (
      <div className="mstext">
        <Failure message="The text could not be loaded.">
          <button type="button" className="btn" onClick={tryAgain}>
            Try Again
          </button>
        </Failure>
      </div>
    )
  }
  if (!answer) {
    return (
      <div className="mstext" role="status" aria-label="Loading the text">
        <SkeletonLines widths={[70, 40, 100, 100, 90, 100, 60, 100, 80]} />
      </div>
    )
  }
  if ('unavailable' in answer) return <p className="mstext muted">{answer.unavailable}</p>
  return (
    <div className="mstext" tabIndex={0} role="group" aria-label="Text of the manuscript">
      <TextOfFile text={answer} />
    </div>
  )
}
