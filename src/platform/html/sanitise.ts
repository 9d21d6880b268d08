import { randomBytes } from 'node:crypto'
import sanitiseHtml from 'sanitize-html'
import { escapeAttribute } from '../../contract/rules/text/plain-text.ts'
import { textOfHtml } from '../../contract/rules/text/html-text.ts'
import { isAllowedPicture, replacePictures } from '../../contract/rules/text/rich-text.ts'

/**
 * The version of the rules below, stored with every sanitised text. Increment it with any change that allows
 * less (a test reminds you): texts of older versions are then sanitised again.
 */
export const CLEANER = 2

/** The only classes allowed in rich text: the editor's alignments and indents. */
const CLASSES = ['align-center', 'align-right', 'align-justify', ...range(1, 8).map((step) => `indent-${step}`)]

const LINK = /^(?:https?:\/\/|mailto:|tel:)/i

const OPTIONS: sanitiseHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'strong', 'em', 'i', 'b', 'u', 's', 'sub', 'sup', 'ul', 'ol', 'li', 'a', 'img'],
    ...['blockquote', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt'],
    th: ['colspan', 'rowspan', { name: 'scope', values: ['col', 'row', 'colgroup', 'rowgroup'] }],
    td: ['colspan', 'rowspan'],
  },
  allowedClasses: { '*': CLASSES },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 50,
  transformTags: {
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    // A disallowed tag is replaced by its content: a link with a bad target becomes its text.
    a: (_tag, { href }): sanitiseHtml.Tag =>
      href && LINK.test(href.trim())
        ? { tagName: 'a', attribs: { href: href.trim(), rel: 'noopener' } }
        : { tagName: 'span', attribs: {} },
    img: (_tag, { src, alt }): sanitiseHtml.Tag =>
      src && isAllowedPicture(src)
        ? { tagName: 'img', attribs: { src: src.trim(), alt: alt ?? '' } }
        : { tagName: 'span', attribs: {} },
  },
}

/** What XML forbids, and no text means. */
const NO_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/g

/** More rounds than any known input needs; two are usual. */
const MOST_ROUNDS = 5

/** No editor nests that deep, and each further level makes the parser slower. */
const DEEPEST = 100
class TooDeep extends Error {}

/**
 * The only sanitiser for rich text (abstracts, the editorial board). Embedded picture data cannot become
 * markup but would be most of the work, so placeholders replace it during sanitising.
 */
export function sanitiseRichText(html: string): string {
  const pictures: string[] = []
  // An unguessable prefix, so that a text cannot contain the placeholder of another picture.
  const mark = randomBytes(16).toString('hex')
  const text = html.replace(NO_CHARACTERS, '').toWellFormed()
  const short = replacePictures(text, (address) =>
    isAllowedPicture(address) ? `data:image/png;base64,${mark}${pictures.push(address) - 1}=` : '',
  )
  return cleaned(short).replace(/data:image\/png;base64,([0-9a-f]{32})(\d+)=/g, (address, found, index) =>
    found === mark ? pictures[Number(index)]! : address,
  )
}

/** Text of an older sanitiser version is sanitised again before it is shown. */
export const shownRichText = (html: string, cleaner: number): string =>
  cleaner >= CLEANER ? html : sanitiseRichText(html)

/** Repeats until nothing changes, so that each round removes what the previous one uncovered. */
function cleaned(html: string): string {
  let before = html
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const after = cleanedOnce(before)
      if (after === before) return after
      before = after
    }
    return before
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return escapeAttribute(textOfHtml(html))
  }
}

function cleanedOnce(html: string): string {
  let depth = 0
  const onOpenTag = () => {
    if (++depth > DEEPEST) throw new TooDeep()
  }
  const clean = sanitiseHtml(html, { ...OPTIONS, onOpenTag, onCloseTag: () => depth-- })
  // Again, because they may have been written as entities, which are characters now.
  return clean.replace(NO_CHARACTERS, '').toWellFormed().trim()
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
