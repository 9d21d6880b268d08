import { useRef, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { pictureSource } from '../markdown-text/picture-source.ts'
import { acceptedFor, addPicture, pictureFailure, type SettingsPicture } from './settings-picture.ts'

/** A text with a picture in a paragraph of its own, after the one in which someone writes. */
export function withPictureAt(body: string, at: number, picture: { path: string; words: string }): string {
  const end = body.indexOf('\n\n', at)
  const [before, after] = end < 0 ? [body, ''] : [body.slice(0, end), body.slice(end)]
  return `${before.trimEnd()}\n\n${pictureSource(picture.words, picture.path)}\n${after}`
}

const NO_WORDS = 'Please describe the picture.'

/** Chooses and uploads a picture for a text, and asks what it shows. */
export function PictureInText({
  label = 'Add a Picture…',
  onInsert,
}: {
  label?: string
  onInsert: (picture: SettingsPicture & { words: string }) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState('')
  const [made, setMade] = useState<SettingsPicture | null>(null)

  const choose = async (file: File | undefined) => {
    if (!file) return
    setRefused('')
    setSending(true)
    try {
      setMade(await addPicture(file, 'text'))
    } catch (failure) {
      setRefused(pictureFailure(failure))
    }
    setSending(false)
  }
  return (
    <div className="buttons">
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFor('text')}
        aria-label="A picture for the text"
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
      <button
        type="button"
        className="btn"
        aria-disabled={isSending}
        onClick={() => !isSending && input.current?.click()}
      >
        {isSending ? 'Uploading...' : label}
      </button>
      {refused && (
        <p className="notice bad small" role="alert">
          {refused}
        </p>
      )}
      {made && (
        <Describe
          picture={made}
          onClose={() => setMade(null)}
          onInsert={(words) => {
            setMade(null)
            onInsert({ ...made, words })
          }}
        />
      )}
    </div>
  )
}

/** What a picture shows, in words: readers who cannot see it have nothing else. */
function Describe({
  picture: { seenAt, width, height },
  onClose,
  onInsert,
}: {
  picture: SettingsPicture
  onClose: () => void
  onInsert: (words: string) => void
}) {
  const [words, setWords] = useState('')
  const [error, setError] = useState('')
  const insert = () => (words.trim() ? onInsert(words.trim()) : setError(NO_WORDS))
  return (
    <Dialog title="Describe the picture" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          insert()
        }}
      >
        <div className="mid">
          <img className="chosen-picture" src={seenAt} width={width} height={height} alt="The chosen picture" />
          <Field
            name="words"
            label="What it shows *"
            hint="For readers who cannot see it."
            value={words}
            maxLength={300}
            error={error || undefined}
            onChange={setWords}
          />
        </div>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn solid">
            Insert
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
