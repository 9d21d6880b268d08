import type { EnableRules, Extensions } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type Editor, useEditor, type UseEditorOptions } from '@tiptap/react'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { beforeKey } from './keys.ts'

type EditorProps = NonNullable<UseEditorOptions['editorProps']>

/** What one kind of text may hold, and how it is a form's value: `LONG_TEXT` and `ONE_LINE`. */
export interface EditorKind {
  extensions: Extensions
  inputRules: EnableRules
  pasteRules: EnableRules
  multiline: boolean
  valueOf: (editor: Editor) => string
  /** Replaces the whole text by a value of the form. */
  fill: (editor: Editor, value: string) => void
  classOf: (doc: Node) => string
  props: (wiring: () => RichTextWiring) => EditorProps
}

export interface RichTextWiring {
  kind: EditorKind
  value: string
  onChange: (value: string) => void
  readOnly: boolean
  /** Attributes of the editable element. */
  attributes: Record<string, string>
  onFocus: () => void
  onNotice: (notice: string) => void
  onPictures: (files: File[], at?: number) => void
}

/** An editor whose value is controlled by a form. It needs the DOM, so it is never rendered on the server. */
export function useRichText(wiring: RichTextWiring): { editor: Editor; reported: RefObject<string> } {
  const { kind, value, readOnly, attributes } = wiring
  const reported = useRef(value)
  // Values reported to the form that have not come back yet: on a slow device the form lags behind the
  // typing.
  const onTheWay = useRef<string[]>([])
  // The editor keeps its initial options, so they call the latest handlers through a ref.
  const latest = useRef(wiring)
  useEffect(() => {
    latest.current = wiring
  })

  const editorProps = useMemo<EditorProps>(() => {
    const props = kind.props(() => latest.current)
    return {
      ...props,
      attributes: ({ doc }) => ({
        ...attributes,
        'aria-multiline': String(kind.multiline),
        class: kind.classOf(doc),
      }),
      // The Tab key leaves the field as usual; lists would otherwise use it.
      handleDOMEvents: {
        ...props.handleDOMEvents,
        keydown: function (view, event) {
          return (
            event.key === 'Tab' ||
            beforeKey(view, event) ||
            props.handleDOMEvents?.keydown?.call(this, view, event) ||
            false
          )
        },
      },
    }
  }, [kind, attributes])

  const editor = useEditor({
    extensions: kind.extensions,
    editable: !readOnly,
    editorProps,
    enableInputRules: kind.inputRules,
    enablePasteRules: kind.pasteRules,
    // The Content-Security-Policy forbids style elements: the editor's own styles are in rich-text.css.
    injectCSS: false,
    onFocus: () => latest.current.onFocus(),
    onUpdate: ({ editor: changed }) => {
      const typed = kind.valueOf(changed)
      if (typed === reported.current) return
      reported.current = typed
      onTheWay.current.push(typed)
      latest.current.onChange(typed)
    },
  })

  useEffect(() => {
    editor.setEditable(!readOnly, false)
  }, [editor, readOnly])

  // A value set by the form: the first one, and any that this editor has not just reported.
  const filled = useRef<Editor>(null)
  useLayoutEffect(() => {
    const at = onTheWay.current.lastIndexOf(value)
    onTheWay.current.splice(0, at + 1)
    if (filled.current === editor && (at >= 0 || value === reported.current)) return
    filled.current = editor
    reported.current = value
    onTheWay.current = []
    kind.fill(editor, value)
  }, [kind, editor, value])

  return { editor, reported }
}
