import { useRef, useState } from 'react'
import { FEATURED_IMAGE_TYPES, IMAGE_MAX_BYTES, IMAGE_TOO_LARGE } from '../../../contract/rules/files/file-rules.ts'
import { failureOf } from '../../client/api-error.ts'
import { uploadFile } from '../../client/upload.ts'
import { rememberPicture } from './picture-previews.ts'

/** Chooses, uploads and removes a picture: 'Photo…', 'Remove Photo'. Only its uploader sees a new one before it is published. */
export function PictureButton({
  noun,
  of,
  has,
  error,
  onChange,
}: {
  /** 'Photo' or 'Cover'. */
  noun: string
  of: string
  has: boolean
  error: string | undefined
  onChange: (url: string | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'sending'>('idle')
  const [refused, setRefused] = useState('')

  const choose = async (file: File | undefined) => {
    if (!file) return
    setRefused('')
    if (!TYPES.includes(file.type)) return setRefused(`A ${noun.toLowerCase()} must be JPG, PNG or WebP`)
    if (file.size > IMAGE_MAX_BYTES) return setRefused(IMAGE_TOO_LARGE)
    setState('sending')
    try {
      const { url } = await uploadFile(file, { onProgress: () => {}, signal: new AbortController().signal })
      await rememberPicture(url, file)
      onChange(url)
    } catch (failure) {
      setRefused(failureOf(failure).message || `The ${noun.toLowerCase()} could not be uploaded. Please try again.`)
    }
    setState('idle')
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join(',')}
        aria-label={`${noun} of ${of}`}
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <button
        type="button"
        className="btn text"
        aria-disabled={state === 'sending'}
        onClick={() => state === 'idle' && input.current?.click()}
      >
        {state === 'sending' ? 'Uploading...' : `${noun}…`}
        <span className="sr"> of {of}</span>
      </button>
      {has && (
        <button type="button" className="btn text" onClick={() => onChange(null)}>
          Remove {noun}
          <span className="sr"> of {of}</span>
        </button>
      )}
      {(refused || error) && (
        <p className="notice bad small" role="alert">
          {refused || error}
        </p>
      )}
    </>
  )
}

const TYPES: string[] = [...new Set<string>(Object.values(FEATURED_IMAGE_TYPES))]
