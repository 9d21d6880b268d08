import { Failure, SkeletonLines, TryAgain } from '../../../../ui/states.tsx'
import { downloadDraft } from './download-draft.ts'
import { type Opened, type ReportFormProps, useDraftState, useOpenedReport } from './use-report.ts'
import { WriteReport } from './write-report.tsx'

/** A reviewer's report: written, kept on the device and with the journal, and sent. */
export function ReportForm(props: ReportFormProps) {
  const { opened, failure, tryAgain } = useOpenedReport()
  if (failure) {
    return (
      <Failure title="Your report could not be opened" message={failure.message}>
        <TryAgain onClick={tryAgain} />
      </Failure>
    )
  }
  if (!opened) {
    return (
      <div className="report-form" aria-busy="true">
        <SkeletonLines widths={[40, 90, 100, 100, 60]} />
      </div>
    )
  }
  const { state } = opened.writing
  return state === 'open' || state === 'late' ? (
    <WriteReport {...props} opened={opened} />
  ) : (
    <NoLongerWritten title={props.review.title} opened={opened} />
  )
}

/** The review has ended, or its report was sent from another device: what was written can still be kept. */
function NoLongerWritten({ title, opened: { writing, keeper } }: { title: string; opened: Opened }) {
  const { content, other } = useDraftState(keeper)
  const drafts = [content, ...(other ? [other.content] : [])]
  const isSomething = drafts.some(({ toAuthors, toEditor }) => toAuthors.trim() !== '' || toEditor.trim() !== '')
  return (
    <div className="report-form">
      <p className="notice">
        {writing.state === 'sent' ? 'This report has been sent. Thank you.' : 'This review has ended.'}
        {isSomething && ' Your unsent draft is still here.'}
      </p>
      {isSomething && (
        <button type="button" className="btn" onClick={() => downloadDraft(title, drafts)}>
          Download Draft
        </button>
      )}
    </div>
  )
}
