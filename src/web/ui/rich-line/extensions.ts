import { Extension, Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import type { TitleMark } from '../../../contract/rules/text/inline-markup.ts'
import { Subscript, Superscript } from '../rich-text/script-marks.ts'

/** The editor's names of the marks, outermost first. */
export const MARK_NAMES: Record<TitleMark, string> = { i: 'italic', sub: 'subscript', sup: 'superscript' }

/** Set on changes that load a stored line, which is taken literally. */
export const STORED = 'stored'

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
