import { useId, useState } from 'react'
import { ErrorCode, useDropzone } from 'react-dropzone'
import { CircleAlert } from 'lucide-react'

/** Why a file was rejected. */
function reasonOf(code: string | undefined, types: Readonly<Record<string, string>>, maxBytes: number): string {
  if (code === ErrorCode.FileTooLarge) return `File is larger than ${maxBytes} bytes`
  if (code === ErrorCode.TooManyFiles) return 'Too many files'
  return `File type must be ${Object.keys(types).join(', ')}`
}

/**
 * An area to drop files on, or to choose them by mouse or keyboard: the whole area belongs to a real file
 * input. Rejected files are named with the reason.
 */
export function DropZone({
  name,
  label,
  types,
  maxBytes,
  hint,
  multiple = false,
  error,
  onFiles,
}: {
  name: string
  label: string
  /** Extension to media type. */
  types: Readonly<Record<string, string>>
  maxBytes: number
  hint: string
  multiple?: boolean
  error?: string | undefined
  onFiles: (files: File[]) => void
}) {
  const id = useId()
  const [refused, setRefused] = useState<{ name: string; reason: string }[]>([])
  const accept: Record<string, string[]> = {}
  for (const [extension, type] of Object.entries(types)) (accept[type] ??= []).push(`.${extension}`)

  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept,
    maxSize: maxBytes,
    multiple,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejections) => {
      setRefused(
        rejections.map(({ file, errors }) => ({
          name: file.name,
          reason: reasonOf(errors[0]?.code, types, maxBytes),
        })),
      )
      if (accepted.length) onFiles(accepted)
    },
  })
  const { style: _hidden, tabIndex: _skipped, ...input } = getInputProps()
  return (
    <div className={error ? 'field bad' : 'field'}>
      <span className="lab" id={`${id}-label`}>
        {label}
      </span>
      <div
        {...getRootProps()}
        className={isDragActive ? 'drop over' : 'drop'}
        role="group"
        aria-labelledby={`${id}-label`}
      >
        <input
          {...input}
          id={id}
          name={name}
          className="sr"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        <span>
          Drop {multiple ? 'files' : 'a file'} here or{' '}
          <label htmlFor={id}>choose {multiple ? 'files' : 'a file'}</label>
        </span>
        <p id={`${id}-hint`}>{hint}</p>
      </div>
      <div id={`${id}-error`} role="alert">
        {error && (
          <p className="err aligned small error-ink">
            <CircleAlert className="ic" aria-hidden="true" />
            {error}
          </p>
        )}
        {refused.map(({ name: file, reason }) => (
          <p className="err aligned small error-ink" key={file}>
            <CircleAlert className="ic" aria-hidden="true" />
            {file}: {reason}
          </p>
        ))}
      </div>
    </div>
  )
}
