import { escapeAttribute } from '../../../../contract/rules/text/plain-text.ts'
import { isAllowedLink } from '../addresses.ts'
import { attribute, nameOf, type Source, type Style } from './source.ts'

/** Block-level content. */
export type Block =
  | { kind: 'text'; tag: 'p' | 'h1' | 'h2' | 'h3'; align: 'center' | 'right' | null; quoted: boolean; html: string }
  | ItemBlock

export interface ItemBlock {
  kind: 'item'
  /** From 1. */
  level: number
  ordered: boolean
  paragraphs: string[]
}

/** Lists nested deeper than the editor allows are limited to its maximum. */
const DEEPEST = 9

export function htmlOfBlocks(blocks: readonly Block[]): string {
  let html = ''
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!
    if (block.kind === 'item') {
      const items = blocks.slice(
        at,
        endOf(blocks, at, (next) => next.kind === 'item'),
      ) as ItemBlock[]
      html += listHtml(items)
      at += items.length - 1
    } else if (block.quoted) {
      const quote = blocks.slice(
        at,
        endOf(blocks, at, (next) => next.kind === 'text' && next.quoted),
      )
      html += `<blockquote>${quote.map(textHtml).join('')}</blockquote>`
      at += quote.length - 1
    } else {
      html += textHtml(block)
    }
  }
  return html
}

function endOf(blocks: readonly Block[], from: number, goesOn: (block: Block) => boolean): number {
  const end = blocks.findIndex((block, at) => at > from && !goesOn(block))
  return end === -1 ? blocks.length : end
}

function textHtml(block: Block): string {
  if (block.kind === 'item') return ''
  const { tag, align, html } = block
  return `<${tag}${align ? ` class="align-${align}"` : ''}>${html}</${tag}>`
}

/** Consecutive items with levels, as nested lists. */
export function listHtml(items: readonly ItemBlock[]): string {
  const outermost = Math.min(...items.map(({ level }) => level))
  const open: ('ol' | 'ul')[] = []
  let html = ''
  const close = () => (html += `</li></${open.pop()!}>`)
  for (const { level, ordered, paragraphs } of items) {
    const tag = ordered ? 'ol' : 'ul'
    // Skipped levels are closed up.
    const depth = Math.min(level - outermost + 1, open.length + 1, DEEPEST)
    while (open.length > depth) close()
    if (open.length === depth && open.at(-1) !== tag) close()
    if (open.length === depth) html += '</li>'
    else {
      html += `<${tag}>`
      open.push(tag)
    }
    html += `<li>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}`
  }
  while (open.length) close()
  return html
}

/** The formatting of a text run. */
export interface Marks {
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  script: 'sub' | 'sup' | null
  href: string | null
}

export const PLAIN: Marks = { bold: false, italic: false, underline: false, strike: false, script: null, href: null }

/** The marks inside an element: from its tag, then from its style. */
export function marksWithin(element: Source, style: Style, outer: Marks): Marks {
  const marks = { ...outer }
  const name = nameOf(element)
  if (name === 'b' || name === 'strong') marks.bold = true
  if (name === 'i' || name === 'em') marks.italic = true
  if (name === 'u') marks.underline = true
  if (name === 's' || name === 'strike' || name === 'del') marks.strike = true
  if (name === 'sub' || name === 'sup') marks.script = name
  if (name === 'a') {
    const href = attribute(element, 'href').trim()
    if (isAllowedLink(href)) marks.href = href
  }
  return applyStyle(marks, style)
}

function applyStyle(marks: Marks, style: Style): Marks {
  const weight = style.get('font-weight')?.toLowerCase()
  // Google Docs wraps everything in a <b> whose style sets the weight back to normal.
  if (weight) marks.bold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
  const slant = style.get('font-style')?.toLowerCase()
  if (slant) marks.italic = slant === 'italic' || slant.startsWith('oblique')
  const line = (style.get('text-decoration-line') ?? style.get('text-decoration'))?.toLowerCase()
  if (line?.includes('underline')) marks.underline = true
  if (line?.includes('line-through')) marks.strike = true
  if (line?.startsWith('none')) marks.underline = marks.strike = false
  const height = style.get('vertical-align')?.toLowerCase()
  if (height === 'sub') marks.script = 'sub'
  if (height === 'super') marks.script = 'sup'
  if (height === 'baseline') marks.script = null
  return marks
}

/** The tags of a run, outermost first. Links are underlined and headings bold by default. */
export function tagsOf(marks: Marks, inHeading: boolean): [open: string, close: string][] {
  const tags: [string, string][] = []
  const add = (name: string, attributes = '') => tags.push([`<${name}${attributes}>`, `</${name}>`])
  if (marks.href !== null) add('a', ` href="${escapeAttribute(marks.href)}"`)
  if (marks.bold && !inHeading) add('strong')
  if (marks.italic) add('em')
  if (marks.underline && marks.href === null) add('u')
  if (marks.strike) add('s')
  if (marks.script) add(marks.script)
  return tags
}
