import { randomBytes } from 'node:crypto'
import sanitiseHtml from 'sanitize-html'
import { escapeAttribute } from '../../contract/domain/escape.ts'
import { textOfHtml } from '../../contract/domain/html-text.ts'
import { isAllowedPicture, replacePictures } from '../../contract/domain/rich-text.ts'

/**
 * The version of the rules below, kept beside every text that they have cleaned. Raise it with any change
 * that lets less through (a test reminds): what an older version has cleaned is then cleaned again.
 */
export const CLEANER = 1

/** The only classes that rich text may carry: the editor's alignments and indents. */
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
    // A tag that is not allowed leaves its text: a link that leads nowhere good becomes its words.
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

/** More rounds than any input has been seen to need; two is the rule. */
const MOST_ROUNDS = 5

/** No editor nests that deep, and each further level makes the parser slower. */
const DEEPEST = 100
class TooDeep extends Error {}

/**
 * The one sanitiser for rich text (abstracts, the editorial board). The data of pictures cannot become
 * markup and would be most of the work: short addresses stand for it meanwhile.
 */
export function sanitiseRichText(html: string): string {
  const pictures: string[] = []
  // Nobody can write into a text what stands for another picture.
  const mark = randomBytes(16).toString('hex')
  const text = html.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '').toWellFormed()
  const short = replacePictures(text, (address) =>
    isAllowedPicture(address) ? `data:image/png;base64,${mark}${pictures.push(address) - 1}=` : '',
  )
  return cleaned(short).replace(/data:image\/png;base64,([0-9a-f]{32})(\d+)=/g, (address, found, index) =>
    found === mark ? pictures[Number(index)]! : address,
  )
}

/** What an older cleaner has cleaned is cleaned again before anybody sees it. */
export const shownRichText = (html: string, cleaner: number): string =>
  cleaner >= CLEANER ? html : sanitiseRichText(html)

/** Runs until a round changes nothing, so that what one round uncovers the next removes. */
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
  return sanitiseHtml(html, { ...OPTIONS, onOpenTag, onCloseTag: () => depth-- }).trim()
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
