import { Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { StarterKit } from '@tiptap/starter-kit'
import { RIGHT_TO_LEFT } from '../../../contract/rules/text/markdown-languages.ts'
import { isAllowedLink } from '../rich-text/addresses.ts'

/** What a value stands for: its name in words, and what it says today. */
export interface KnownValue {
  name: string
  label: string
  says: string | null
  isRequired: boolean
}

/** An address in a text of the journal: also one of its own pages, or a value. */
export const isTextAddress = (address: string | null | undefined): boolean =>
  isAllowedLink(address) || /^(\/(?!\/)|#|(mailto:)?\{\{[\w.]+\}\})\S*$/.test(address ?? '')

/** A value in double braces, as one thing that is moved and deleted whole; where a text has no values, braces as they are. */
export const value = (known: readonly KnownValue[] | null) =>
  Node.create({
    name: 'value',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({ name: { default: '' } }),
    parseHTML: () => [{ tag: 'span[data-value]', getAttrs: (element) => ({ name: element.dataset.value ?? '' }) }],
    renderHTML: ({ node }) => {
      const name = String(node.attrs.name)
      if (!known) return ['span', { 'data-value': name }, `{{${name}}}`]
      const one = known.find((each) => each.name === name)
      const classes = ['value-in-text', one?.isRequired && 'required', !one && 'unknown'].filter(Boolean).join(' ')
      const says = one ? (one.says ?? '') : 'no such value'
      return [
        'span',
        { 'data-value': name, class: classes, title: `{{${name}}}` },
        ['b', one?.label ?? name],
        ...(says ? [['span', ` ${says}`] as const] : []),
      ]
    },
    renderText: ({ node }) => `{{${String(node.attrs.name)}}}`,
  })

const list = (name: 'bulletList' | 'orderedList', tag: 'ul' | 'ol') =>
  Node.create({
    name,
    group: 'block list',
    content: 'listItem+',
    addAttributes: () => ({
      mark: { default: tag === 'ul' ? '-' : '.', rendered: false },
      tight: { default: true, rendered: false },
      ...(tag === 'ol' && {
        start: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('start') ?? 1) || 1 },
      }),
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addCommands() {
      return tag === 'ul'
        ? {
            toggleBulletList:
              () =>
              ({ commands }) =>
                commands.toggleList(name, 'listItem'),
          }
        : {
            toggleOrderedList:
              () =>
              ({ commands }) =>
                commands.toggleList(name, 'listItem'),
          }
    },
    addKeyboardShortcuts() {
      const key = tag === 'ul' ? 'Mod-Shift-8' : 'Mod-Shift-7'
      return { [key]: () => this.editor.commands.toggleList(name, 'listItem') }
    },
  })

/** Paragraphs in another language. */
const Language = Node.create({
  name: 'language',
  group: 'block',
  content: 'block+',
  addAttributes: () => ({ lang: { default: 'ur' }, dir: { default: 'rtl' } }),
  parseHTML: () => [
    {
      tag: 'div[lang]',
      getAttrs: (element) => {
        const lang = element.getAttribute('lang') ?? ''
        return /^[a-z]{2,3}$/.test(lang) && { lang, dir: RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr' }
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, class: 'in-language' }, 0],
})

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})
const TableRow = Node.create({
  name: 'tableRow',
  content: 'tableCell+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})
const TableCell = Node.create({
  name: 'tableCell',
  content: 'inline*',
  isolating: true,
  addAttributes: () => ({
    head: { default: false, rendered: false, parseHTML: (element) => element.localName === 'th' },
    align: {
      default: null,
      parseHTML: (element) => /\balign-(left|center|right)\b/.exec(element.className)?.[1] ?? null,
      renderHTML: ({ align }) => (align ? { class: `align-${String(align)}` } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.head ? 'th' : 'td', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    // A cell is one line: its end is the next row.
    const inCell = () => this.editor.isActive('tableCell')
    return { Enter: inCell, 'Mod-Enter': inCell, 'Shift-Enter': inCell }
  },
})

/** A part that this editor cannot show: it stays as it is written, and can be moved or deleted whole. */
const AsWritten = Node.create({
  name: 'asWritten',
  group: 'block',
  atom: true,
  selectable: true,
  addAttributes: () => ({ source: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'pre[data-markdown]',
      getAttrs: (element) => ({ source: element.querySelector('code')?.textContent ?? '' }),
    },
  ],
  renderHTML: ({ node }) => ['pre', { 'data-markdown': '', class: 'as-written' }, ['code', String(node.attrs.source)]],
})

/** Where the picture of an address can be seen now; null: at the address itself. */
export type SeenAt = (path: string) => Promise<string | null>
const atItself: SeenAt = () => Promise.resolve(null)

/**
 * Pictures of the journal and of other sites; those in the text itself would be too long for it. One that is not published
 * yet is seen elsewhere than at the address that the text names.
 */
const picture = (seenAt: SeenAt) =>
  Image.extend({
    addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
    addNodeView: () => (shown) => {
      const dom = document.createElement('img')
      let path = ''
      const show = ({ attrs }: Pick<typeof shown.node, 'attrs'>) => {
        dom.alt = String(attrs.alt ?? '')
        if (path === String(attrs.src)) return
        const asked = (path = String(attrs.src))
        const at = (place: string) => {
          if (path === asked) dom.src = place
        }
        seenAt(asked).then(
          (place) => at(place ?? asked),
          () => at(asked),
        )
      }
      show(shown.node)
      return {
        dom,
        update: (next) => {
          if (next.type !== shown.node.type) return false
          show(next)
          return true
        },
      }
    },
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (element) => (/^(https?:\/\/|\/(?!\/))/.test(element.getAttribute('src') ?? '') ? null : false),
      },
    ],
  }).configure({ inline: true })

/** The nodes and marks that a text in Markdown can have. */
export const nodesOfText = (values: readonly KnownValue[] | null, seenAt = atItself) => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    undoRedo: { depth: 100, newGroupDelay: 1000 },
    underline: false,
    strike: false,
    codeBlock: false,
    bulletList: false,
    orderedList: false,
    link: {
      autolink: false,
      openOnClick: false,
      HTMLAttributes: { rel: 'noopener', target: null, class: null },
      isAllowedUri: (url) => isTextAddress(url),
      shouldAutoLink: (url) => isAllowedLink(url),
    },
  }),
  list('bulletList', 'ul'),
  list('orderedList', 'ol'),
  value(values),
  Language,
  Table,
  TableRow,
  TableCell,
  AsWritten,
  picture(seenAt),
]
