import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { asTyped, onOneLine, typedMarkup } from '../../../contract/rules/text/inline-markup.ts'
import { type ControlProps, Labelled, type LabelProps } from '../labelled.tsx'
import { Failure, TryAgain } from '../states.tsx'
import type { Caret, RichTextEditorProps } from './rich-text-editor.tsx'

/** Once it has come, every further field has it at once. */
let loaded: ComponentType<RichTextEditorProps> | undefined

/**
 * A labelled field for text with formatting: long text, whose value is HTML, or with `line` a single line with
 * italics, subscripts and superscripts, whose value is inline markup (`contract/rules/text/inline-markup.ts`).
 * The editor is large, so it is loaded when a field is shown. Until then, or if it cannot be loaded, a line is
 * typed with tags; text, focus and caret stay when the editor comes.
 */
export function RichTextField({
  name,
  value,
  line = false,
  placeholder,
  readOnly = false,
  under,
  onChange = () => {},
  ...frame
}: {
  name?: string
  /** Blank text is the empty string. */
  value: string
  line?: boolean
  placeholder?: string
  /** Without toolbar. */
  readOnly?: boolean
  /** Shown below at the right. */
  under?: ReactNode
  onChange?: (value: string) => void
} & LabelProps) {
  const [editing, setEditing] = useState(() => (loaded ? { Editor: loaded, caret: null as Caret | null } : null))
  const [failed, setFailed] = useState(false)
  const plain = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    let left = false
    const start = () => {
      if (left) return
      // At once, so that no key is pressed in between.
      flushSync(() => setEditing((before) => before ?? { Editor: loaded!, caret: caretIn(plain.current) }))
    }
    const load = async () => {
      loaded = (await import('./rich-text-editor.tsx')).default
      if (plain.current?.dataset.composing) plain.current.addEventListener('compositionend', start, { once: true })
      else start()
    }
    void load().catch(() => setFailed(true))
    return () => {
      left = true
    }
  }, [])

  return (
    <Labelled {...frame} under={under}>
      {(control) => (
        <>
          {editing ? (
            <editing.Editor {...{ control, value, placeholder, readOnly, line, onChange }} caret={editing.caret} />
          ) : line ? (
            <PlainLine ref={plain} control={control} value={value} onChange={onChange} />
          ) : failed ? (
            <Failure message="The text editor could not be loaded. Please check your connection.">
              <TryAgain />
            </Failure>
          ) : (
            <div className="text-editor waiting" aria-busy="true">
              {!readOnly && <div className="tools wrapping" />}
              <div className="page" />
            </div>
          )}
          {name && (
            // What programs that read and fill in forms see; a form that leads to it leads to the editor instead.
            <textarea
              className="sr"
              name={name}
              value={value}
              readOnly={readOnly}
              tabIndex={-1}
              aria-hidden="true"
              data-shown-as={control.id}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </Labelled>
  )
}

/** What a line says that is typed with tags; empty without words. */
const markupOf = (typed: string): string => typed.trim() && typedMarkup(onOneLine(typed))

/** A line without its editor: its marks are tags. */
function PlainLine({
  ref,
  control: { className: _notThePlatforms, ...control },
  value,
  onChange,
}: {
  ref: RefObject<HTMLTextAreaElement | null>
  control: ControlProps
  value: string
  onChange: (markup: string) => void
}) {
  // As it was typed, down to a pair of tags without words between them, unless the form has set another value.
  const [typed, setTyped] = useState(() => asTyped(value))
  const shown = markupOf(typed) === value ? typed : asTyped(value)
  const change = (text: string) => {
    setTyped(onOneLine(text))
    onChange(markupOf(text))
  }

  // On a slow connection people type before hydration.
  const first = useRef({ change, shown })
  useEffect(() => {
    const text = ref.current!.value
    if (text !== first.current.shown) first.current.change(text)
  }, [ref])

  return (
    <div className="text-editor line">
      <div className="tools wrapping" />
      <textarea
        {...control}
        ref={ref}
        className="page"
        rows={1}
        value={shown}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
        }}
        onCompositionStart={({ currentTarget: { dataset } }) => (dataset.composing = 'true')}
        onCompositionEnd={({ currentTarget: { dataset } }) => delete dataset.composing}
      />
    </div>
  )
}

/** Where the caret is, in characters of the line without its tags. */
function caretIn(plain: HTMLTextAreaElement | null): Caret | null {
  if (!plain || document.activeElement !== plain) return null
  const { value, selectionStart, selectionEnd, selectionDirection } = plain
  const [start, end] = [selectionStart, selectionEnd].map(
    (at) => value.slice(0, at).replace(/<\/?(?:i|sub|sup)>/g, '').length,
  ) as [number, number]
  return selectionDirection === 'backward' ? { anchor: end, head: start } : { anchor: start, head: end }
}
