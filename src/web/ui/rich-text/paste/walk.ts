import { isAllowedPicture } from '../../../../contract/rules/text/rich-text.ts'
import { htmlOfBlocks, type Block } from './blocks.ts'
import { escapeAttribute } from '../../../../contract/rules/text/escape.ts'
import { marksWithin, PLAIN } from './marks.ts'
import { START, within, type Place } from './place.ts'
import { htmlOfRuns, type Run } from './runs.ts'
import { attribute, childrenOf, isElement, isText, nameOf, styleOf, type Source, type Style } from './source.ts'
import { isPlainRow } from './table-rows.ts'
import { isWordNoise } from './word.ts'

export interface Cleaned {
  html: string
  /** Pictures that could not be pasted: local files that the browser cannot read, or too large. */
  picturesLeftOut: number
}

const LEFT_OUT = new Set(
  'script style head title meta link xml template noscript object embed iframe svg canvas audio video select textarea button input annotation annotation-xml w:sdtpr'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote table tbody thead tfoot tr td th caption section article header footer main aside nav figure figcaption address center pre form hr body'.split(
    ' ',
  ),
)
// Removes characters that the journal's forms reject, because they are invisible.
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B\uFEFF\uFFFE\uFFFF]/g

/** Converts a pasted tree to the journal's own markup. */
export function cleanTree(root: Source): Cleaned {
  const blocks: Block[] = []
  let runs: Run[] = []
  let picturesLeftOut = 0

  const endLine = (place: Place) => {
    const html = htmlOfRuns(runs, place.tag !== 'p')
    runs = []
    if (html === '') return
    const { item, tag, align, quoted } = place
    if (!item) blocks.push({ kind: 'text', tag, align, quoted, html })
    else {
      if (item.paragraphs.length === 0) blocks.push(item)
      item.paragraphs.push(html)
    }
  }

  const text = (value: string, { marks, preformatted }: Place) => {
    value.split(preformatted ? /\r?\n/ : /\v/).forEach((part, index) => {
      if (index > 0) runs.push({ kind: 'break' })
      const clean = part.replace(/[ \t\r\n\f]+/g, ' ').replace(UNPRINTABLE, '')
      if (clean) runs.push({ kind: 'text', text: clean, marks })
    })
  }

  const lineBreak = (element: Source, style: Style, place: Place) => {
    const pageBreak = style.has('page-break-before')
    // Two line breaks are how emails and old pages write a new paragraph.
    if (pageBreak || runs.at(-1)?.kind === 'break') endLine(place)
    else if (attribute(element, 'class') !== 'Apple-interchange-newline') runs.push({ kind: 'break' })
  }

  const picture = (element: Source) => {
    const src = attribute(element, 'src').trim()
    if (!isAllowedPicture(src)) picturesLeftOut++
    else {
      const alt = escapeAttribute(attribute(element, 'alt'))
      runs.push({ kind: 'picture', html: `<img src="${escapeAttribute(src)}" alt="${alt}">` })
    }
  }

  const row = (element: Source, place: Place) => {
    for (const cell of childrenOf(element)) {
      if (!isElement(cell)) continue
      const before = runs.length
      walk(cell, { ...place, inRow: true })
      const filled = runs.slice(before).some((run) => run.kind !== 'text' || run.text.trim() !== '')
      if (before > 0 && filled) runs.splice(before, 0, { kind: 'text', text: ' | ', marks: PLAIN })
    }
  }

  const walk = (node: Source, outer: Place): void => {
    if (isText(node)) return text(node.nodeValue ?? '', outer)
    if (!isElement(node)) return
    const name = nameOf(node)
    const style = styleOf(node)
    if (LEFT_OUT.has(name) || /^none\b/i.test(style.get('display') ?? '') || isWordNoise(node, style)) return
    if (name === 'br') return lineBreak(node, style, outer)
    if (name === 'img') return picture(node)
    // Word writes sequences of spaces as one element.
    if (style.get('mso-spacerun') === 'yes') return text(' ', outer)

    const place: Place = { ...outer, marks: marksWithin(node, style, outer.marks) }
    if (!BLOCKS.has(name) || outer.inRow) {
      for (const child of childrenOf(node)) walk(child, place)
      if (BLOCKS.has(name)) text(' ', place)
      return
    }
    endLine(outer)
    Object.assign(place, within(node, name, style, outer))
    if (name === 'tr' && isPlainRow(node)) row(node, place)
    else for (const child of childrenOf(node)) walk(child, place)
    endLine(place)
  }

  walk(root, START)
  return { html: htmlOfBlocks(blocks), picturesLeftOut }
}
