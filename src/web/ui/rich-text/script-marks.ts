import { Mark } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    scriptMarks: {
      /** H<sub>2</sub>O: a text is either subscript or superscript, never both. */
      toggleScript: (script: 'subscript' | 'superscript') => ReturnType
    }
  }
}

/** Used in chemistry, units and ploidy: CO₂, m², 2n. */
export const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'subscript superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
  addCommands() {
    return {
      toggleScript:
        (script) =>
        ({ commands }) =>
          commands.toggleMark(script),
    }
  },
  addKeyboardShortcuts() {
    return { 'Mod-,': () => this.editor.commands.toggleScript('subscript') }
  },
})

export const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript superscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
  addKeyboardShortcuts() {
    return { 'Mod-.': () => this.editor.commands.toggleScript('superscript') }
  },
})
