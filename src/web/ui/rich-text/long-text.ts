import { Extension, Node, wrappingInputRule } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TextAlign } from '@tiptap/extension-text-align'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import { isAllowedPicture } from '../../../contract/rules/text/rich-text.ts'
import { isAllowedLink } from './addresses.ts'
import { cleanPaste, cleanPastedText } from './clean-paste.ts'
import { htmlOf } from './html-value.ts'
import { withoutStyles } from './paste/source.ts'
import { picturesIn } from './read-picture.ts'
import { Subscript, Superscript } from './script-marks.ts'
import type { EditorKind } from './use-rich-text.ts'

const PICTURES_LEFT_OUT =
  'Images were left out of what you pasted. Please save them as files and insert them with the Image button.'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    indentation: {
      /** Indents one level: by a class on a paragraph, by a nested list for a list item. */
      indent: () => ReturnType
      outdent: () => ReturnType
    }
  }
}

/** The deepest indent. */
const LEVELS = 8
const TYPES = ['paragraph', 'heading']
const ITEM = 'listItem'

const Indentation = Extension.create({
  name: 'indentation',

  addGlobalAttributes() {
    return [
      {
        types: TYPES,
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => levelOf(element.className),
            renderHTML: ({ indent }) => (indent ? { class: `indent-${String(indent)}` } : {}),
          },
        },
      },
    ]
  },

  addCommands() {
    return {
      indent:
        () =>
        ({ commands, state, tr, dispatch }) =>
          itemDepth(state)
            ? itemDepth(state) <= LEVELS && commands.sinkListItem(ITEM)
            : shift(state, tr, 1, dispatch !== undefined),
      outdent:
        () =>
        ({ commands, state, tr, dispatch }) =>
          itemDepth(state) ? commands.liftListItem(ITEM) : shift(state, tr, -1, dispatch !== undefined),
    }
  },

  addKeyboardShortcuts() {
    // Handled even if nothing can move: in some browsers these keys leave the page.
    return {
      'Mod-]': () => this.editor.commands.indent() || true,
      'Mod-[': () => this.editor.commands.outdent() || true,
      Backspace: () => {
        const { empty, $from } = this.editor.state.selection
        const atStart = empty && $from.parentOffset === 0 && Number($from.parent.attrs.indent) > 0
        return atStart && this.editor.commands.outdent()
      },
    }
  },
})

function levelOf(classes: string): number {
  const level = Number(/(?:^|\s)indent-(\d)(?:\s|$)/.exec(classes)?.[1] ?? 0)
  return level <= LEVELS ? level : 0
}

/** The number of list items around the selection. */
function itemDepth({ selection: { $from } }: EditorState): number {
  let depth = 0
  for (let at = $from.depth; at > 0; at--) if ($from.node(at).type.name === ITEM) depth++
  return depth
}

/** Indents every selected paragraph and heading by one level; false if none can move. */
function shift(state: EditorState, tr: Transaction, by: 1 | -1, apply: boolean): boolean {
  let moved = false
  state.doc.nodesBetween(state.selection.from, state.selection.to, (node, at) => {
    if (node.type.name === ITEM) return false
    if (!TYPES.includes(node.type.name)) return true
    const level = Number(node.attrs.indent) + by
    if (level < 0 || level > LEVELS) return false
    moved = true
    if (apply) tr.setNodeAttribute(at, 'indent', level)
    return false
  })
  return moved
}

/**
 * The starter kit's ordered list has attributes for the first number and the numeral type, which the server's
 * sanitiser drops: the author would see '3.' and readers '1.'. Here every list begins at one.
 */
const NumberedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: () => ['ol', 0],
  addCommands() {
    return {
      toggleOrderedList:
        () =>
        ({ commands }) =>
          commands.toggleList(this.name, 'listItem'),
    }
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleOrderedList() }
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^1[.)]\s$/, type: this.type })]
  },
})

/** The Content-Security-Policy forbids style attributes, so alignments are classes; left is the default. */
const ALIGNMENTS = ['center', 'right', 'justify'] as const

const Alignment = TextAlign.extend({
  addGlobalAttributes() {
    return [
      {
        types: this.options.types,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => ALIGNMENTS.find((side) => element.classList.contains(`align-${side}`)) ?? null,
            renderHTML: ({ textAlign }) =>
              ALIGNMENTS.includes(textAlign) ? { class: `align-${String(textAlign)}` } : {},
          },
        },
      },
    ]
  },
}).configure({ types: ['paragraph', 'heading'] })

/** An inline picture with alternative text. Other attributes would not be kept. */
const Picture = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (isAllowedPicture(element.getAttribute('src')) ? null : false) },
  ],
}).configure({ inline: true })

/**
 * The editor's schema: exactly what the server's sanitiser (src/platform/html/sanitise.ts) keeps, so that
 * nothing an author sees is lost.
 */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    undoRedo: { depth: 100, newGroupDelay: 1000 },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    orderedList: false,
    link: {
      // A link created while typing would extend over the next words; links are created by the Link tool or
      // by pasting a URL.
      autolink: false,
      openOnClick: false,
      HTMLAttributes: { rel: 'noopener', target: null, class: null },
      isAllowedUri: (url) => isAllowedLink(url),
      shouldAutoLink: (url) => isAllowedLink(url),
    },
  }),
  NumberedList,
  Subscript,
  Superscript,
  Alignment,
  Indentation,
  Picture,
]

const isBlankParagraph = (node: { type: { name: string }; content: { size: number } } | null): boolean =>
  node?.type.name === 'paragraph' && node.content.size === 0

/** Long text, whose value is HTML. */
export const LONG_TEXT: EditorKind = {
  extensions: EXTENSIONS,
  // Lists can be started by typing '1. ' or '- '; other Markdown would surprise: '* p < 0.05, ** p < 0.01'.
  inputRules: ['bulletList', 'orderedList'],
  pasteRules: ['link'],
  multiline: true,
  valueOf: htmlOf,
  fill: (editor, html) =>
    editor.chain().setMeta('addToHistory', false).setContent(withoutStyles(html), { emitUpdate: false }).run(),
  classOf: ({ childCount, firstChild }) =>
    childCount === 1 && isBlankParagraph(firstChild) ? 'page rich blank' : 'page rich',
  props: (wiring) => ({
    transformPastedText: cleanPastedText,
    transformPastedHTML: (html) => {
      const { html: clean, picturesLeftOut } = cleanPaste(html)
      if (picturesLeftOut) wiring().onNotice(PICTURES_LEFT_OUT)
      return clean
    },
    handlePaste: (_view, { clipboardData }) => {
      const files = picturesIn(clipboardData)
      // Word adds a picture of the text to the clipboard.
      if (!files.length || clipboardData?.types.includes('text/html')) return false
      wiring().onPictures(files)
      return true
    },
    handleDrop: (view, event) => {
      const files = picturesIn(event.dataTransfer)
      if (!files.length) return false
      event.preventDefault()
      wiring().onPictures(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
      return true
    },
  }),
}
