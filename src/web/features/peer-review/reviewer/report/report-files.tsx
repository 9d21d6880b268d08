import { Check, CircleAlert, Eye, Lock, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { REPORT_FILES_MAX, type ReportFile, TOO_MANY_FILES } from '../../../../../contract/api/review-reports.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES, IMAGE_TYPES } from '../../../../../contract/rules/files/file-rules.ts'
import { failureOf } from '../../../../client/api-error.ts'
import { browserApi } from '../../../../client/api.ts'
import { uploadReportFile } from '../../../../client/upload.ts'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { printedBytes } from '../../../../ui/printed-bytes.ts'
import { toastFailure } from '../../../../ui/toast.ts'

interface UnderWay {
  key: string
  file: File
  sent: number
  message: string | null
  controller: AbortController
}

let made = 0

/** The file of a report: attached, or on its way. */
export function ReportFiles({
  files,
  error,
  setFiles,
  onUnderWay,
}: {
  files: ReportFile[]
  error: string | undefined
  setFiles: (change: (before: ReportFile[]) => ReportFile[]) => void
  onUnderWay: (isUnderWay: boolean) => void
}) {
  const [underWay, setUnderWay] = useState<UnderWay[]>([])
  const [tooMany, setTooMany] = useState(false)
  const isSending = underWay.some(({ message }) => message === null)
  useEffect(() => onUnderWay(isSending), [isSending, onUnderWay])

  // Leaving the page cancels what is on its way.
  const current = useRef(underWay)
  current.current = underWay
  useEffect(() => () => current.current.forEach(({ controller }) => controller.abort()), [])

  const forget = (key: string) => setUnderWay((before) => before.filter((each) => each.key !== key))
  const change = (key: string, to: Partial<UnderWay>) =>
    setUnderWay((before) => before.map((each) => (each.key === key ? { ...each, ...to } : each)))

  const upload = async ({ key, file, controller }: UnderWay) => {
    try {
      const onProgress = (sent: number) => change(key, { sent })
      const attached = await uploadReportFile(file, { onProgress, signal: controller.signal })
      setFiles((before) => [...before.filter(({ id }) => id !== attached.id), attached])
      forget(key)
    } catch (failure) {
      if (controller.signal.aborted) forget(key)
      else change(key, { message: `Upload failed: ${failureOf(failure).message}` })
    }
  }

  const add = (chosen: File[]) => {
    const room = REPORT_FILES_MAX - files.length - underWay.length
    setTooMany(chosen.length > room)
    const starting = chosen
      .slice(0, Math.max(0, room))
      .map((file) => ({ key: `file-${++made}`, file, sent: 0, message: null, controller: new AbortController() }))
    setUnderWay((before) => [...before, ...starting])
    for (const each of starting) void upload(each)
  }

  const remove = async (id: string) => {
    try {
      const left = await browserApi.reviewReports.removeFile({ id })
      setTooMany(false)
      setFiles(() => left)
    } catch (failure) {
      toastFailure(failure)
    }
  }

  return (
    <>
      <DropZone
        name="files"
        label="File (optional)"
        types={{ ...DOCUMENT_TYPES, ...IMAGE_TYPES }}
        maxBytes={FILE_MAX_BYTES}
        hint="One file, preferably PDF or DOCX, up to 10 MB. The editor sees it unchanged. The authors get a copy without the names that programs write into files; if it has pictures or drawings, the editor looks at the copy first."
        error={error ?? (tooMany ? TOO_MANY_FILES : undefined)}
        onFiles={add}
      />
      <ul className="files" role="list">
        {files.map((file) => (
          <li key={file.id}>
            <span className="name">{file.name}</span>
            <span className="act">
              <button
                className="btn icon"
                type="button"
                aria-label={`Remove ${file.name}`}
                onClick={() => void remove(file.id)}
              >
                <Trash2 className="ic" aria-hidden="true" />
              </button>
            </span>
            <FileState file={file} />
          </li>
        ))}
        {underWay.map((each) => (
          <li key={each.key}>
            <span className="name">{each.file.name}</span>
            <span className="act">
              {each.message !== null && (
                <button
                  className="btn text"
                  type="button"
                  onClick={() => {
                    change(each.key, { message: null, sent: 0 })
                    void upload(each)
                  }}
                >
                  Try Again<span className="sr">: {each.file.name}</span>
                </button>
              )}
              <button
                className="btn text"
                type="button"
                onClick={() => {
                  each.controller.abort()
                  forget(each.key)
                }}
              >
                Cancel<span className="sr">: {each.file.name}</span>
              </button>
            </span>
            {each.message === null ? (
              <>
                <span className="st">
                  Uploading, {printedBytes(each.sent)} of {printedBytes(each.file.size)}
                </span>
                <progress
                  max={Math.max(1, each.file.size)}
                  value={each.sent}
                  aria-label={`Uploading ${each.file.name}`}
                />
              </>
            ) : (
              <span className="st no" role="alert">
                <CircleAlert className="ic" aria-hidden="true" />
                {each.message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
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
        Uploaded, {printedBytes(bytes)}. Names have not been removed from it yet; you can send your report all the same.
      </span>
    )
  }
  if (state === 'look') {
    return (
      <span className="st held" role="status">
        <Eye className="ic" aria-hidden="true" />
        Uploaded, {printedBytes(bytes)}. The editor looks at the copy before the authors get it, because it may show
        your name in its text, a picture or a drawing.
      </span>
    )
  }
  if (state === 'held-back' || state === 'failed') {
    return (
      <span className="st held" role="status">
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
