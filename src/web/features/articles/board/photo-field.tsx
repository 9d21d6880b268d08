import { useRef, useState } from 'react'
import { FEATURED_IMAGE_TYPES, IMAGE_MAX_BYTES, IMAGE_TOO_LARGE } from '../../../../contract/rules/files/file-rules.ts'
import { failureOf } from '../../../client/api-error.ts'
import { uploadFile } from '../../../client/upload.ts'
import { Portrait } from './board-view.tsx'
import { rememberPhoto } from './photo-previews.ts'
import type { DraftPerson } from './board-draft.ts'

/** The photo of a person, or the plant that is drawn without one. Only the editor sees a new one before it is published. */
export function PhotoField({
  person,
  seen,
  error,
  onChange,
}: {
  person: DraftPerson
  /** The address at which the photo can be seen now. */
  seen: string | null
  error: string | undefined
  onChange: (change: Pick<DraftPerson, 'photoUrl' | 'photoSize'>) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'sending'>('idle')
  const [refused, setRefused] = useState('')
  const name = person.name || 'this person'

  const choose = async (file: File | undefined) => {
    if (!file) return
    setRefused('')
    if (!TYPES.includes(file.type)) return setRefused('A photo must be JPG, PNG or WebP')
    if (file.size > IMAGE_MAX_BYTES) return setRefused(IMAGE_TOO_LARGE)
    setState('sending')
    try {
      const { url } = await uploadFile(file, { onProgress: () => {}, signal: new AbortController().signal })
      await rememberPhoto(url, file)
      onChange({ photoUrl: url, photoSize: null })
    } catch (failure) {
      setRefused(failureOf(failure).message || 'The photo could not be uploaded. Please try again.')
    }
    setState('idle')
  }
  return (
    <div>
      <Portrait person={{ ...person, orcid: null, photoUrl: seen }} />
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join(',')}
        aria-label={`Photo of ${name}`}
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
        {state === 'sending' ? 'Uploading...' : 'Photo…'}
        <span className="sr"> of {name}</span>
      </button>
      {person.photoUrl && (
        <button type="button" className="btn text" onClick={() => onChange({ photoUrl: null, photoSize: null })}>
          Remove Photo<span className="sr"> of {name}</span>
        </button>
      )}
      {(refused || error) && (
        <p className="notice bad small" role="alert">
          {refused || error}
        </p>
      )}
    </div>
  )
}

const TYPES: string[] = [...new Set<string>(Object.values(FEATURED_IMAGE_TYPES))]
