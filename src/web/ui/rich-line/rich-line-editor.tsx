import { Editor, Extension, Node } from '@tiptap/core'
import { Fragment, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type TitleMark, type TitlePiece, titlePieces } from '../../../contract/rules/text/inline-markup.ts'
import { cleanPaste, cleanPastedText } from '../rich-text/clean-paste.ts'
import { Subscript, Superscript } from '../rich-text/script-marks.ts'
import { ToolButton, useRoving } from '../rich-text/tool-button.tsx'
import { TOOLS, tooltip } from '../rich-text/tools.tsx'
import type { RichLineElement } from './element.ts'
import { lineMarkup, piecesIn, selectionIn, withoutBreaks } from './plain-line.ts'

/** The editor's names of the marks, outermost first. */
const MARK_NAMES: Record<TitleMark, string> = { i: 'italic', sub: 'subscript', sup: 'superscript' }

/** Set on changes that load a stored line, which is taken literally. */
const STORED = 'stored'

/** Text only, without paragraphs, so that line breaks have no effect. */
const Line = Node.create({ name: 'doc', topNode: true, content: 'text*' })

const TAGS = /<(i|sub|sup)>(.+?)<\/\1>/

/** Paired tags that are typed or pasted as text become marks. */
const TypedTags = Extension.create({
  name: 'typedTags',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, _before, { schema, tr }) {
        if (!transactions.some((each) => each.docChanged && !each.getMeta(STORED) && !each.getMeta('history$'))) return
        for (let pair; (pair = TAGS.exec(tr.doc.textContent));) {
          const [whole, tag, inner] = pair as unknown as [string, TitleMark, string]
          const start = pair.index + `<${tag}>`.length
          const end = start + inner.length
          tr.addMark(start, end, schema.mark(MARK_NAMES[tag]))
            .delete(end, pair.index + whole.length)
            .delete(pair.index, start)
        }
        // Text after a closing tag is plain again.
        return tr.docChanged ? tr.setStoredMarks([]) : null
      },
    }),
  ],
})

const LINE_EXTENSIONS = [
  StarterKit.configure({
    undoRedo: { depth: 100, newGroupDelay: 1000 },
    document: false,
    paragraph: false,
    bold: false,
    strike: false,
    underline: false,
    code: false,
    link: false,
    codeBlock: false,
    heading: false,
    blockquote: false,
    hardBreak: false,
    horizontalRule: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
    listKeymap: false,
    gapcursor: false,
    trailingNode: false,
  }),
  Line,
  Subscript,
  Superscript,
  TypedTags,
]

/** Attaches the editor to an element that may already have focus: text, focus and caret are preserved. */
function editLine(element: HTMLElement, onChange: (markup: string) => void): Editor {
  const selected = selectionIn(element)
  const editor = new Editor({
    element: { mount: element },
    extensions: LINE_EXTENSIONS,
    enableInputRules: false,
    enablePasteRules: false,
    // The Content-Security-Policy forbids style elements: the editor's own styles are in rich-text.css.
    injectCSS: false,
    // What has been emptied holds a break, which holds the caret's place and is no space.
    content: { type: 'doc', content: nodesOf(element.textContent ? piecesIn(element) : []) },
    editorProps: {
      handleDOMEvents: {
        // The browser reports a new selection only after a key press that follows at once.
        keydown: (view) => {
          const now = selectionIn(element)
          if (now && !view.composing) select(view, now)
          return false
        },
        // Before the editor parses pasted content: the policy reports every inline style in it.
        paste: (view, event) => {
          event.preventDefault()
          const pasted = event.clipboardData && pastedIn(event.clipboardData, view.state.schema)
          if (pasted) view.dispatch(view.state.tr.replaceSelection(pasted).scrollIntoView())
          return true
        },
      },
      handleKeyDown: (_view, event) => event.key === 'Enter',
    },
    onUpdate: () => onChange(markupOf(editor)),
  })
  if (selected) {
    select(editor.view, selected)
    editor.view.focus()
  }
  return editor
}

function select(view: EditorView, { anchor, head }: { anchor: number; head: number }): void {
  const { selection, doc, tr } = view.state
  if (selection.anchor === anchor && selection.head === head) return
  const [from, to] = [anchor, head].map((at) => Math.min(at, doc.content.size)) as [number, number]
  view.dispatch(tr.setSelection(TextSelection.create(doc, from, to)))
}

/** Replaces the line. */
function fillLine(editor: Editor, markup: string): void {
  const { tr, doc, schema } = editor.state
  tr.replaceWith(0, doc.content.size, fragmentOf(titlePieces(withoutBreaks(markup)), schema))
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true).setMeta(STORED, true))
}

const TITLE_MARKS = Object.keys(MARK_NAMES) as TitleMark[]

function markupOf(editor: Editor): string {
  const pieces: TitlePiece[] = []
  editor.state.doc.forEach(({ text, marks }) => {
    const names = marks.map(({ type }) => type.name)
    pieces.push({ text: text!, marks: TITLE_MARKS.filter((mark) => names.includes(MARK_NAMES[mark])) })
  })
  return lineMarkup(pieces)
}

const nodesOf = (pieces: readonly TitlePiece[]) =>
  pieces
    .filter(({ text }) => text !== '')
    .map(({ text, marks }) => ({ type: 'text', text, marks: marks.map((mark) => ({ type: MARK_NAMES[mark] })) }))

const fragmentOf = (pieces: readonly TitlePiece[], schema: Schema): Fragment =>
  Fragment.fromArray(nodesOf(pieces).map((node) => schema.nodeFromJSON(node)))

/** Clipboard content as one line: italics, subscripts and superscripts are kept. */
function pastedIn(clipboard: DataTransfer, schema: Schema): Slice | null {
  const html = clipboard.getData('text/html')
  const pieces = html
    ? withoutLastSpace(piecesIn(new DOMParser().parseFromString(cleanPaste(html).html, 'text/html').body))
    : [{ text: withoutBreaks(cleanPastedText(clipboard.getData('text/plain'))), marks: [] }]
  const content = fragmentOf(pieces, schema)
  return content.size ? new Slice(content, 0, 0) : null
}

/** The end of a paragraph becomes a space, except after the last one. */
const withoutLastSpace = (pieces: TitlePiece[]): TitlePiece[] =>
  pieces.map((piece, index) => (index === pieces.length - 1 ? { ...piece, text: piece.text.trimEnd() } : piece))

const LINE_TOOLS = [...TOOLS.marks.filter(({ id }) => id === 'italic'), ...TOOLS.scripts]

/** Turns a text line into a line with marks: attaches the editor to the element, and renders its toolbar. */
export default function RichLineEditor({
  element,
  value,
  shown,
  composing,
  onStart,
  onChange,
}: {
  element: RichLineElement
  value: string
  /** The current markup of the element. */
  shown: RefObject<string>
  /** An IME composition is in progress. */
  composing: RefObject<boolean>
  onStart: () => void
  onChange: (markup: string) => void
}) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const latest = useRef({ value, onStart, onChange })
  useEffect(() => {
    latest.current = { value, onStart, onChange }
  })

  useEffect(() => {
    let made: Editor | undefined
    const start = () => {
      made = editLine(element, (markup) => {
        if (markup === shown.current) return
        shown.current = markup
        latest.current.onChange(markup)
      })
      latest.current.onStart()
      setEditor(made)
    }
    if (composing.current) element.addEventListener('compositionend', start, { once: true })
    else start()
    return () => {
      element.removeEventListener('compositionend', start)
      made?.destroy()
    }
  }, [element, shown, composing])

  // A value set by the form, unless it is the one that this editor has just reported.
  useEffect(() => {
    if (!editor || value === shown.current) return
    shown.current = value
    if (value !== markupOf(editor)) fillLine(editor, value)
  }, [editor, value, shown])

  return editor && <LineTools editor={editor} textId={element.id} />
}

function LineTools({ editor, textId }: { editor: Editor; textId: string }) {
  const roving = useRoving('italic', () => editor.commands.focus())
  const on = useEditorState({
    editor,
    selector: ({ editor: at }) => LINE_TOOLS.filter((tool) => tool.isOn?.(at)).map((tool) => tool.id),
  })
  return (
    <div role="toolbar" aria-label="Formatting" aria-controls={textId} {...roving.bar}>
      {LINE_TOOLS.map((tool) => (
        <ToolButton
          key={tool.id}
          id={tool.id}
          label={tool.label}
          title={tooltip(tool)}
          pressed={on.includes(tool.id)}
          roving={roving}
          onUse={(byPointer) => tool.run(byPointer ? editor.chain().focus() : editor.chain()).run()}
        >
          {tool.face}
        </ToolButton>
      ))}
    </div>
  )
}
