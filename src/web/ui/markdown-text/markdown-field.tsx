import { type ComponentType, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { readItem, TEXTS_AS_MARKDOWN, writeItem } from '../../client/storage.ts'
import { withPictureAt } from '../files/picture-in-text.tsx'
import { Labelled, type LabelProps } from '../labelled.tsx'
import { useAfterPress } from '../use-after-press.ts'
import { MarkdownHint } from '../markdown-hint.tsx'
import type { ChosenPicture, MarkdownEditorProps, TextHandle } from './markdown-editor.tsx'
import type { KnownValue } from './nodes.ts'

interface Loaded {
  Editor: ComponentType<MarkdownEditorProps>
  keepsAll: (text: string) => boolean
}
/** Once it has come, every further field has it at once. */
let loaded: Loaded | undefined

const UNFIT = 'The editor cannot show this text without changing it. It is here as Markdown.'

/**
 * A labelled field for a text in Markdown: as its readers will see it, or with `Markdown` pressed as it is written, which is
 * remembered for the person. The editor is large, so it is loaded when the field is shown; until then, or if it cannot be
 * loaded, the text is as it is written. So is one that the editor would change by itself.
 */
export function MarkdownField({
  name,
  value,
  values = null,
  isPage = true,
  person,
  choosePicture,
  handle,
  hint,
  onChange,
  ...frame
}: {
  name: string
  value: string
  /** What it may name in double braces; null: braces are braces. */
  values?: readonly KnownValue[] | null
  isPage?: boolean
  /** Whose choice of the two views it is. */
  person: string
  choosePicture?: ((insert: (picture: ChosenPicture) => void) => ReactNode) | undefined
  handle?: Ref<TextHandle>
  /** A sentence about the text of this field. */
  hint?: string
  onChange: (value: string) => void
} & Omit<LabelProps, 'hint'>) {
  const key = `${TEXTS_AS_MARKDOWN}:${person}`
  const [asMarkdown, setAsMarkdown] = useState(() => readItem(key) !== null)
  const [editor, setEditor] = useState<{ Editor: Loaded['Editor'] | null } | null>(() => fitting(value))
  const [isMissing, setMissing] = useState(false)
  const plain = useRef<HTMLTextAreaElement>(null)
  const rich = useRef<TextHandle>(null)
  const latest = useRef(value)
  latest.current = value
  const begin = () => setEditor(fitting(latest.current))
  const afterPress = useAfterPress()

  useEffect(() => {
    let left = false
    if (asMarkdown || loaded) return
    import('./markdown-editor.tsx').then(
      ({ default: Editor, keepsAll }) => {
        loaded = { Editor, keepsAll }
        // Someone who has begun to write meanwhile goes on where they are.
        if (!left && document.activeElement !== plain.current) begin()
      },
      // As it is written it can still be changed.
      () => setMissing(true),
    )
    return () => {
      left = true
    }
  }, [asMarkdown])

  useImperativeHandle(handle, () => ({
    insertValue: (inserted) => {
      const field = plain.current
      if (!field) return rich.current?.insertValue(inserted)
      const at = field.selectionStart
      onChange(`${value.slice(0, at)}{{${inserted}}}${value.slice(field.selectionEnd)}`)
      field.focus()
    },
  }))

  const toggle = () => {
    writeItem(key, asMarkdown ? null : 'yes')
    setAsMarkdown(!asMarkdown)
    if (asMarkdown) begin()
  }
  const Editor = asMarkdown ? null : editor?.Editor
  const isUnfit = !asMarkdown && editor?.Editor === null
  return (
    <Labelled
      {...frame}
      hint={Editor ? hint : isUnfit ? UNFIT : <MarkdownHint>{hint}</MarkdownHint>}
      under={
        <button type="button" className="btn text" aria-pressed={asMarkdown} onClick={toggle}>
          Markdown
        </button>
      }
    >
      {(control) =>
        Editor ? (
          <>
            <Editor {...{ control, value, values, isPage, choosePicture, onChange }} handle={rich} />
            {/* What programs that read and fill in forms see; a form that leads to it leads to the editor instead. */}
            <textarea
              className="sr"
              name={name}
              value={value}
              tabIndex={-1}
              aria-hidden="true"
              data-shown-as={control.id}
              onInput={(event) => onChange(event.currentTarget.value)}
              onChange={() => {}}
            />
          </>
        ) : (
          <>
            <textarea
              {...control}
              ref={plain}
              name={name}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={() => !asMarkdown && editor === null && afterPress(begin)}
            />
            {/* Not while the editor is on its way: it would take the chosen picture with it. */}
            {(asMarkdown || isUnfit || isMissing) &&
              choosePicture?.((picture) =>
                onChange(withPictureAt(latest.current, plain.current?.selectionEnd ?? value.length, picture)),
              )}
          </>
        )
      }
    </Labelled>
  )
}

/** The editor for a text; null as long as it has not come, and without one for a text that it would change. */
const fitting = (text: string): { Editor: Loaded['Editor'] | null } | null =>
  loaded ? { Editor: loaded.keepsAll(text) ? loaded.Editor : null } : null
