import { StarterKit } from '@tiptap/starter-kit'
import { isAllowedLink } from './addresses.ts'
import { Alignment } from './alignment.ts'
import { Indentation } from './indentation.ts'
import { NumberedList } from './numbered-list.ts'
import { Picture } from './picture.ts'
import { Subscript, Superscript } from './script-marks.ts'

/**
 * The editor's schema: exactly what the server's sanitiser (src/platform/html/sanitise.ts) keeps, so that
 * nothing an author sees is lost.
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

/** Lists can be started by typing '1. ' or '- '; other Markdown would surprise: '* p < 0.05, ** p < 0.01'. */
export const INPUT_RULES = ['bulletList', 'orderedList']
export const PASTE_RULES = ['link']
