import type { Editor } from '@tiptap/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FieldError } from '../labelled.tsx'
import { ADDRESS_MESSAGE, linkAddress } from './addresses.ts'

/**
 * A small panel between toolbar and text. It is not a form element, since the editor is already inside a
 * form: Enter submits it and Escape returns to the text.
 */
export function Panel({
  id,
  name,
  label,
  hint,
  value,
  error,
  inputMode = 'text',
  onChange,
  onEnter,
  onClose,
  children,
}: {
  id: string
  name: string
  label: string
  hint?: string
  value: string
  error?: string | undefined
  inputMode?: 'text' | 'url'
  onChange: (value: string) => void
  onEnter: () => void
  onClose: () => void
  /** Its buttons. */
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const field = useId()
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const described = [error && `${field}-error`, hint && `${field}-hint`].filter(Boolean).join(' ')
  return (
    <div
      className={error ? 'panel bad' : 'panel'}
      id={id}
      role="group"
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          onClose()
        }
        if (event.key === 'Enter' && event.target === input.current) {
          event.preventDefault()
          onEnter()
        }
      }}
    >
      <label className="lab" htmlFor={field}>
        {label}
      </label>
      {hint && (
        <p className="hint small muted" id={`${field}-hint`}>
          {hint}
        </p>
      )}
      <div className="answer">
        <input
          ref={input}
          id={field}
          className="in"
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {children}
      </div>
      <FieldError id={`${field}-error`} error={error} />
    </div>
  )
}

const SHOWN = 40

/** Links the selected words, edits the link at the cursor, or inserts a new one. */
export function LinkPanel({
  editor,
  id,
  addressOf = linkAddress,
  message = ADDRESS_MESSAGE,
  onClose,
}: {
  editor: Editor
  id: string
  /** The address that was meant; null if it is none. */
  addressOf?: (typed: string) => string | null
  message?: string
  onClose: () => void
}) {
  const [before] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [label] = useState(() => labelFor(editor, before))
  const [typed, setTyped] = useState(before)
  const [error, setError] = useState<string>()

  const set = () => {
    const href = addressOf(typed)
    if (href === null) return setError(message)
    const chain = editor.chain().focus()
    if (!before && editor.state.selection.empty) {
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else {
      chain.extendMarkRange('link').setLink({ href }).run()
    }
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <Panel
      id={id}
      name="Link"
      label={label}
      value={typed}
      error={error}
      inputMode="url"
      onChange={(value) => {
        setTyped(value)
        setError(undefined)
      }}
      onEnter={set}
      onClose={onClose}
    >
      <button type="button" className="btn" onClick={set}>
        {before ? 'Change Link' : 'Add Link'}
      </button>
      {before && (
        <button type="button" className="btn danger" onClick={remove}>
          Remove Link
        </button>
      )}
      <button type="button" className="btn text" onClick={onClose}>
        Cancel
      </button>
    </Panel>
  )
}

/** The selection is not visible while the field has the focus, so the label names what will be linked. */
function labelFor(editor: Editor, before: string): string {
  const { from, to } = editor.state.selection
  const words = editor.state.doc.textBetween(from, to, ' ').trim()
  if (before || !words) return 'Web address, email address or DOI'
  return `Address for “${words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words}”`
}

/** The alternative text of the selected picture, updated on every key press. */
export function PicturePanel({
  editor,
  id,
  hint = 'Read to those who cannot see it. Leave it empty for decoration.',
  onClose,
}: {
  editor: Editor
  id: string
  hint?: string
  onClose: () => void
}) {
  const [alt, setAlt] = useState(() => String(editor.getAttributes('image').alt ?? ''))

  const done = () => {
    // Otherwise the next key press would replace the selected picture.
    editor.chain().setTextSelection(editor.state.selection.to).focus().run()
    onClose()
  }
  const remove = () => {
    editor.chain().deleteSelection().focus().run()
    onClose()
  }

  return (
    <Panel
      id={id}
      name="Image"
      label="What does the image show?"
      hint={hint}
      value={alt}
      onChange={(value) => {
        setAlt(value)
        // Not `updateAttributes`, which replaces the picture and loses the selection.
        editor.commands.command(({ tr }) => Boolean(tr.setNodeAttribute(tr.selection.from, 'alt', value.trim())))
      }}
      onEnter={done}
      onClose={done}
    >
      <button type="button" className="btn" onClick={done}>
        Done
      </button>
      <button type="button" className="btn danger" onClick={remove}>
        Remove Image
      </button>
    </Panel>
  )
}
