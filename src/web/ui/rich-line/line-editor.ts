import { Editor } from '@tiptap/core'
import { Fragment, Slice, type Schema } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { titlePieces, type TitleMark, type TitlePiece } from '../../../contract/rules/text/inline-markup.ts'
import { cleanPaste, cleanPastedText } from '../rich-text/clean-paste.ts'
import { LINE_EXTENSIONS, MARK_NAMES, STORED } from './extensions.ts'
import { lineMarkup, withoutBreaks, piecesIn, selectionIn } from './plain-line.ts'

/** Attaches the editor to an element that may already have focus: text, focus and caret are preserved. */
export function editLine(element: HTMLElement, onChange: (markup: string) => void): Editor {
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
export function fillLine(editor: Editor, markup: string): void {
  const { tr, doc, schema } = editor.state
  tr.replaceWith(0, doc.content.size, fragmentOf(titlePieces(withoutBreaks(markup)), schema))
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true).setMeta(STORED, true))
}

const TITLE_MARKS = Object.keys(MARK_NAMES) as TitleMark[]

export function markupOf(editor: Editor): string {
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
