import type { ReportInWriting } from '../../../../../contract/api/review-reports.ts'

/** What somebody should know before they go on writing. */
export function WritingNotices({ writing: { state, clarify, maySend } }: { writing: ReportInWriting }) {
  return (
    <>
      {state === 'late' && (
        <p className="notice">
          The editor has already decided. Your report is still welcome: it will be marked as late, and the editor may
          pass it on to the authors. The decision stays as it is.
        </p>
      )}
      {clarify !== null && (
        <div className="notice">
          <strong>The editor asks you to clarify your report</strong>
          <p className="words">{clarify}</p>
        </div>
      )}
      {!maySend && <p className="notice">You write this report together. Your colleague, who was invited, sends it.</p>}
    </>
  )
}
