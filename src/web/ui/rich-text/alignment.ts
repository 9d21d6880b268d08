import { TextAlign } from '@tiptap/extension-text-align'

/** The Content-Security-Policy forbids style attributes, so alignments are classes; left is the default. */
const ALIGNMENTS = ['center', 'right', 'justify'] as const

export const Alignment = TextAlign.extend({
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
