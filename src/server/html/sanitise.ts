import sanitiseHtml from 'sanitize-html'
import { isAllowedPicture } from '../../contract/rich-text.ts'

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

/**
 * The one sanitiser for rich text (abstracts, the editorial board), used on write and again before
 * rendering. It runs until a round changes nothing, so that what one round uncovers the next removes.
 */
export function sanitiseRichText(html: string): string {
  let before = html.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '').toWellFormed()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const after = sanitiseHtml(before, OPTIONS).trim()
    if (after === before) return after
    before = after
  }
  return before
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
