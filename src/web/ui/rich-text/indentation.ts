import { Extension } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'

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

export const Indentation = Extension.create({
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
