import { useRef, useState } from 'react'
import { pictureAt } from '../../../../contract/rules/settings/picture-address.ts'
import { acceptedFor, addPicture, pictureFailure, useSeenPicture } from '../../../ui/files/settings-picture.ts'
import { Sprig } from '../../../site/brand.tsx'

/** What is done for a logo that cannot be read in one of the schemes. */
const GROUND_WORDS = {
  light: 'It cannot be read on dark, so it keeps a light ground there.',
  dark: 'It cannot be read on light, so it keeps a dark ground there.',
} as const

/** The logo: chosen, seen and removed. It is sent at once, and shown to readers when it is published. */
export function LogoField({
  name,
  label,
  hint,
  error,
  value,
  onChange,
}: {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [refused, setRefused] = useState('')
  const seen = useSeenPicture(value)
  const picture = pictureAt(value)

  const choose = async (file: File | undefined) => {
    if (!file) return
    setRefused('')
    setState('sending')
    try {
      const { path } = await addPicture(file, 'logo')
      onChange(path)
      setState('sent')
    } catch (failure) {
      setRefused(pictureFailure(failure))
      setState('idle')
    }
  }
  return (
    <fieldset className="field logo-field">
      <legend className="lab">{label}</legend>
      {hint && <p className="hint small muted">{hint}</p>}
      <div className="logo-row">
        <span className="logo-seen">
          {!picture && <Sprig />}
          {picture && seen && (
            <img
              className={picture.ground ? `on-${picture.ground}` : undefined}
              src={seen}
              width={picture.width}
              height={picture.height}
              alt="The chosen logo"
            />
          )}
        </span>
        <div className="buttons">
          <input
            ref={input}
            type="file"
            hidden
            name={name}
            accept={acceptedFor('logo')}
            aria-label="A file with the logo"
            onChange={({ target }) => {
              void choose(target.files?.[0])
              target.value = ''
            }}
          />
          <button
            type="button"
            className="btn"
            aria-disabled={state === 'sending'}
            onClick={() => state !== 'sending' && input.current?.click()}
          >
            {state === 'sending' ? 'Uploading...' : picture ? 'Another Logo…' : 'Upload a Logo…'}
          </button>
          {picture && (
            <button type="button" className="btn text" onClick={() => onChange('')}>
              Remove Logo
            </button>
          )}
        </div>
      </div>
      {picture?.ground && <p className="small muted">{GROUND_WORDS[picture.ground]}</p>}
      <p className="sr" role="status">
        {state === 'sent' && picture && 'The logo is in the preview.'}
      </p>
      {(refused || error) && (
        <p className="notice bad small" role="alert">
          {refused || error}
        </p>
      )}
    </fieldset>
  )
}
