import { useEditor, type Editor, type UseEditorOptions } from '@tiptap/react'
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { cleanPaste, cleanPastedText } from './clean-paste.ts'
import { EXTENSIONS, INPUT_RULES, PASTE_RULES } from './extensions.ts'
import { htmlOf } from './html-value.ts'
import { withoutStyles } from './paste/source.ts'
import { picturesIn } from './read-picture.ts'

const PICTURES_LEFT_OUT =
  'Pictures were left out of what you pasted. Please save them as files and insert them with the Image button.'

export interface RichTextWiring {
  value: string
  onChange: (html: string) => void
  readOnly: boolean
  /** Attributes of the editable element. */
  attributes: Record<string, string>
  onFocus: () => void
  onNotice: (notice: string) => void
  onPictures: (files: File[], at?: number) => void
}

/**
 * An editor whose value, an HTML string, is controlled by a form. Null on the server and at the first render,
 * because it needs the DOM.
 */
export function useRichText(wiring: RichTextWiring): { editor: Editor | null; reported: RefObject<string> } {
  const { value, readOnly, attributes } = wiring
  const reported = useRef(value)
  // Values reported to the form that have not come back yet: on a slow device the form lags behind the
  // typing.
  const onTheWay = useRef<string[]>([])
  // The editor keeps its initial options, so they call the latest handlers through a ref.
  const latest = useRef(wiring)
  useEffect(() => {
    latest.current = wiring
  })

  const editorProps = useMemo<NonNullable<UseEditorOptions['editorProps']>>(
    () => ({
      attributes: ({ doc }) => ({
        ...attributes,
        class: doc.childCount === 1 && isBlankParagraph(doc.firstChild) ? 'page rich blank' : 'page rich',
      }),
      // The Tab key leaves the field as usual; lists would otherwise use it.
      handleDOMEvents: { keydown: (_view, event) => event.key === 'Tab' },
      transformPastedText: cleanPastedText,
      transformPastedHTML: (html) => {
        const { html: clean, picturesLeftOut } = cleanPaste(html)
        if (picturesLeftOut) latest.current.onNotice(PICTURES_LEFT_OUT)
        return clean
      },
      handlePaste: (_view, { clipboardData }) => {
        const files = picturesIn(clipboardData)
        // Word adds a picture of the text to the clipboard.
        if (!files.length || clipboardData?.types.includes('text/html')) return false
        latest.current.onPictures(files)
        return true
      },
      handleDrop: (view, event) => {
        const files = picturesIn(event.dataTransfer)
        if (!files.length) return false
        event.preventDefault()
        latest.current.onPictures(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
        return true
      },
    }),
    [attributes],
  )

  const editor = useEditor({
    extensions: EXTENSIONS,
    editable: !readOnly,
    editorProps,
    enableInputRules: INPUT_RULES,
    enablePasteRules: PASTE_RULES,
    immediatelyRender: false,
    // The Content-Security-Policy forbids style elements: the editor's own styles are in rich-text.css.
    injectCSS: false,
    onFocus: () => latest.current.onFocus(),
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed)
      if (html === reported.current) return
      reported.current = html
      onTheWay.current.push(html)
      latest.current.onChange(html)
    },
  })

  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])

  // A value set by the form: the first one, and any that this editor has not just reported.
  const filled = useRef<Editor>(null)
  useLayoutEffect(() => {
    const at = onTheWay.current.lastIndexOf(value)
    onTheWay.current.splice(0, at + 1)
    if (!editor || (filled.current === editor && (at >= 0 || value === reported.current))) return
    filled.current = editor
    reported.current = value
    onTheWay.current = []
    editor.chain().setMeta('addToHistory', false).setContent(withoutStyles(value), { emitUpdate: false }).run()
  }, [editor, value])

  return { editor, reported }
}

const isBlankParagraph = (node: { type: { name: string }; content: { size: number } } | null): boolean =>
  node?.type.name === 'paragraph' && node.content.size === 0
