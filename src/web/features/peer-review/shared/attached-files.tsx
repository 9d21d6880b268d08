import { CircleAlert, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { failureOf } from '../../../client/api-error.ts'
import type { Uploading } from '../../../client/upload.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { printedBytes } from '../../../../contract/rules/text/printed-bytes.ts'
import { toastFailure } from '../../../ui/toast.ts'

interface UnderWay {
  key: string
  file: File
  sent: number
  message: string | null
  controller: AbortController
}

let made = 0

interface Attached {
  id: string
  name: string
}

/** A few files that the journal keeps as soon as they are chosen: attached, or on their way. */
export function AttachedFiles<File_ extends Attached>({
  label,
  hint,
  files,
  types,
  max,
  tooManyFiles,
  error,
  upload: send,
  remove: takeAway,
  setFiles,
  onUnderWay,
  children,
}: {
  label: string
  hint: string
  files: File_[]
  types: Readonly<Record<string, string>>
  max: number
  /** The message if more are chosen. */
  tooManyFiles: string
  error: string | undefined
  upload: (file: File, uploading: Uploading) => Promise<File_>
  /** Answers those that are left. */
  remove: (id: string) => Promise<File_[]>
  setFiles: (change: (before: File_[]) => File_[]) => void
  onUnderWay: (isUnderWay: boolean) => void
  /** How far a file is. */
  children: (file: File_) => ReactNode
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
      const attached = await send(file, { onProgress, signal: controller.signal })
      setFiles((before) => [...before.filter(({ id }) => id !== attached.id), attached])
      forget(key)
    } catch (failure) {
      if (controller.signal.aborted) forget(key)
      else {
        const { statusCode, message } = failureOf(failure)
        change(key, { message: `Upload failed: ${statusCode === 0 ? 'no connection' : message}` })
      }
    }
  }

  const add = (chosen: File[]) => {
    const room = max - files.length - underWay.length
    setTooMany(chosen.length > room)
    const starting = chosen
      .slice(0, Math.max(0, room))
      .map((file) => ({ key: `file-${++made}`, file, sent: 0, message: null, controller: new AbortController() }))
    setUnderWay((before) => [...before, ...starting])
    for (const each of starting) void upload(each)
  }

  const remove = async (id: string) => {
    try {
      const left = await takeAway(id)
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
        label={label}
        types={types}
        maxBytes={FILE_MAX_BYTES}
        multiple={max > 1}
        hint={hint}
        error={error ?? (tooMany ? tooManyFiles : undefined)}
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
            {children(file)}
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
