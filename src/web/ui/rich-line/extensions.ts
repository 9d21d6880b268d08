import { Extension, Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import type { TitleMark } from '../../../contract/domain/inline-markup.ts'
import { Subscript, Superscript } from '../rich-text/script-marks.ts'

/** The editor's names of the marks, outermost first. */
export const MARK_NAMES: Record<TitleMark, string> = { i: 'italic', sub: 'subscript', sup: 'superscript' }

/** Set on changes that bring a stored line, which means exactly what it says. */
export const STORED = 'stored'

/** Text alone, without paragraphs: there is nothing that a line break could make. */
const Line = Node.create({ name: 'doc', topNode: true, content: 'text*' })

const TAGS = /<(i|sub|sup)>(.+?)<\/\1>/

/** Tags that somebody types or pastes as text, in pairs, become the marks that they mean. */
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
        // What follows a closing tag is plain again.
        return tr.docChanged ? tr.setStoredMarks([]) : null
      },
    }),
  ],
})

export const LINE_EXTENSIONS = [
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
