import { Check, Eye, Lock } from 'lucide-react'
import { REPORT_FILES_MAX, type ReportFile, TOO_MANY_FILES } from '../../../../../contract/api/review-reports.ts'
import { DOCUMENT_TYPES, IMAGE_TYPES } from '../../../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../../../client/api.ts'
import { uploadReportFile } from '../../../../client/upload.ts'
import { printedBytes } from '../../../../../contract/rules/text/printed-bytes.ts'
import { AttachedFiles } from '../../shared/attached-files.tsx'

/** The files of a report. */
export function ReportFiles(props: {
  files: ReportFile[]
  error: string | undefined
  setFiles: (change: (before: ReportFile[]) => ReportFile[]) => void
  onUnderWay: (isUnderWay: boolean) => void
}) {
  return (
    <AttachedFiles
      {...props}
      label="Files (optional)"
      hint={`Up to ${REPORT_FILES_MAX}, preferably PDF or DOCX, up to 10 MB each. The editor sees them unchanged. The authors get copies without the names that programs write into files; the editor looks first at a copy with images or drawings.`}
      types={{ ...DOCUMENT_TYPES, ...IMAGE_TYPES }}
      max={REPORT_FILES_MAX}
      tooManyFiles={TOO_MANY_FILES}
      upload={uploadReportFile}
      remove={(id) => browserApi.reviewReports.removeFile({ id })}
    >
      {(file) => <FileState file={file} />}
    </AttachedFiles>
  )
}

function FileState({ file: { state, bytes, nameForAuthors } }: { file: ReportFile }) {
  if (state === 'checking') {
    return (
      <span className="st" role="status">
        Uploaded, {printedBytes(bytes)}. Names are being removed.
      </span>
    )
  }
  if (state === 'delayed') {
    return (
      <span className="st" role="status">
        Uploaded, {printedBytes(bytes)}. Names have not been removed from it yet; you can send your report anyway.
      </span>
    )
  }
  if (state === 'look') {
    return (
      <span className="st warning-ink" role="status">
        <Eye className="ic" aria-hidden="true" />
        Uploaded, {printedBytes(bytes)}. The editor looks at the copy before the authors get it, because it may show
        your name in its text, an image or a drawing.
      </span>
    )
  }
  if (state === 'held-back' || state === 'failed') {
    return (
      <span className="st warning-ink" role="status">
        <Lock className="ic" aria-hidden="true" />
        For the editor only: no copy without names could be made of it. To share it with the authors, attach a PDF or
        DOCX instead.
      </span>
    )
  }
  return (
    <span className="st ok" role="status">
      <Check className="ic" aria-hidden="true" />
      Uploaded, {printedBytes(bytes)}. Your name was not found in the copy for the authors, “{nameForAuthors}”.
    </span>
  )
}
