import { StarterKit } from '@tiptap/starter-kit'
import { isAllowedLink } from './addresses.ts'
import { Alignment } from './alignment.ts'
import { Indentation } from './indentation.ts'
import { NumberedList } from './numbered-list.ts'
import { Picture } from './picture.ts'
import { Subscript, Superscript } from './script-marks.ts'

/**
 * What text of the journal can be: exactly what the server's sanitiser (src/server/html/sanitise.ts)
 * keeps, so that nothing an author sees is lost on the way.
 */
export const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    undoRedo: { depth: 100, newGroupDelay: 1000 },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    orderedList: false,
    link: {
      // A link made while typing would go on with the words after it; Link, or a pasted address, makes one.
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

/** Lists may begin by typing '1. ' or '- '; other Markdown would surprise: '* p < 0.05, ** p < 0.01'. */
export const INPUT_RULES = ['bulletList', 'orderedList']
export const PASTE_RULES = ['link']
