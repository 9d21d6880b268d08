import { type Editor, Extension, Node } from '@tiptap/core'
import { Fragment, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import {
  onOneLine,
  piecesHtml,
  type TitleMark,
  type TitlePiece,
  titlePieces,
} from '../../../contract/rules/text/inline-markup.ts'
import { cleanPaste, cleanPastedText } from './clean-paste.ts'
import { Subscript, Superscript } from './script-marks.ts'
import type { EditorKind } from './use-rich-text.ts'

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

/** One line with italics, subscripts and superscripts, whose value is inline markup. */
export const ONE_LINE: EditorKind = {
  extensions: [
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
  ],
  inputRules: false,
  pasteRules: false,
  multiline: false,
  valueOf: markupOf,
  fill: (editor, markup) => {
    const { tr, doc, schema } = editor.state
    tr.replaceWith(0, doc.content.size, fragmentOf(titlePieces(onOneLine(markup)), schema))
    editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true).setMeta(STORED, true))
  },
  classOf: () => 'page',
  props: () => ({
    handleDOMEvents: {
      // Before the editor parses pasted content: the policy reports every inline style in it.
      paste: (view, event) => {
        event.preventDefault()
        const pasted = event.clipboardData && pastedIn(event.clipboardData, view.state.schema)
        if (pasted) view.dispatch(view.state.tr.replaceSelection(pasted).scrollIntoView())
        return true
      },
    },
    handleKeyDown: (_view, event) => event.key === 'Enter',
  }),
}

const TITLE_MARKS = Object.keys(MARK_NAMES) as TitleMark[]

/** Empty for a line without words. */
function markupOf(editor: Editor): string {
  const pieces: TitlePiece[] = []
  editor.state.doc.forEach(({ text, marks }) => {
    const names = marks.map(({ type }) => type.name)
    pieces.push({ text: text!, marks: TITLE_MARKS.filter((mark) => names.includes(MARK_NAMES[mark])) })
  })
  return pieces.every(({ text }) => text.trim() === '') ? '' : piecesHtml(pieces)
}

const fragmentOf = (pieces: readonly TitlePiece[], schema: Schema): Fragment =>
  Fragment.fromArray(
    pieces
      .filter(({ text }) => text !== '')
      .map(({ text, marks }) =>
        schema.text(
          text,
          marks.map((mark) => schema.mark(MARK_NAMES[mark])),
        ),
      ),
  )

/** Clipboard content as one line: italics, subscripts and superscripts are kept. */
function pastedIn(clipboard: DataTransfer, schema: Schema): Slice | null {
  const html = clipboard.getData('text/html')
  const pieces = html
    ? withoutLastSpace(piecesIn(new DOMParser().parseFromString(cleanPaste(html).html, 'text/html').body))
    : [{ text: onOneLine(cleanPastedText(clipboard.getData('text/plain'))), marks: [] }]
  const content = fragmentOf(pieces, schema)
  return content.size ? new Slice(content, 0, 0) : null
}

const MARK_OF: Record<string, TitleMark> = { I: 'i', EM: 'i', SUB: 'sub', SUP: 'sup' }
const BLOCKS = new Set('P DIV LI H1 H2 H3 BLOCKQUOTE BR'.split(' '))

/** The text under a DOM node with the marks allowed in a line. */
function piecesIn(node: ParentNode & globalThis.Node, marks: TitleMark[] = []): TitlePiece[] {
  return [...node.childNodes].flatMap((child) => {
    if (child instanceof Text) return [{ text: onOneLine(child.data), marks }]
    const mark = MARK_OF[child.nodeName]
    const inside = piecesIn(child as Element, mark && !marks.includes(mark) ? [...marks, mark] : marks)
    return BLOCKS.has(child.nodeName) ? [...inside, { text: ' ', marks: [] }] : inside
  })
}

/** The end of a paragraph becomes a space, except after the last one. */
const withoutLastSpace = (pieces: TitlePiece[]): TitlePiece[] =>
  pieces.map((piece, index) => (index === pieces.length - 1 ? { ...piece, text: piece.text.trimEnd() } : piece))
