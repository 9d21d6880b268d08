import type { Element } from '@xmldom/xmldom'
import type { OutlineSection } from '../../../../contract/api/full-texts.ts'
import { runsOf } from '../model/inline.ts'
import { child, children, isElement, isText, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import type { Piece } from './parts.ts'
import { plainText } from './plain.ts'
import type { Rendering } from './rendering.ts'
import { idAttr, innerLink, text, headingTag } from './write.ts'
import { titleMarkup } from '../model/runs.ts'
import { fileIn, fileList } from './figures.ts'

export type Heading = Omit<OutlineSection, 'part'>

const LONGEST_REPEATED = 400
/** Elements that are sections with a heading of their own wherever they stand. */
const SECTIONS = new Set('sec app notes ack bio'.split(' '))
const NO_BLOCKS = new Set(['label', 'title', 'subtitle'])

/** What each section of the text needs besides its words. */
export interface SectionOptions {
  /** The headings found, for the contents. */
  headings: Heading[]
  /** Where floats of the floats group are placed once they are cited. */
  placeFloats: (rendering: Rendering) => string[]
  /** Elements that are shown elsewhere on the page. */
  skips: Set<Element>
  /** Whom a note is about, by its id in the file. */
  authorsOf?: Map<string, string[]>
  /** The number of the section around, for numbers that are part of a title. */
  parentNumber?: string
  /** The title of an element that has none, by its name. */
  defaultTitle?: string
}

/** A section with its heading, blocks and subsections. */
export function section(element: Element, rendering: Rendering, options: SectionOptions): Piece {
  const depth = rendering.level - 1
  const { number, html, plain, markup } = headingOf(element, rendering, depth, options)
  const id = rendering.ids.of(element)
  const idMark = rendering.id(element)
  const heading: Heading = { id, number, title: markup, sections: [] }
  const outer = { place: rendering.place, top: rendering.top }
  if (depth === 1) rendering.top = plain
  rendering.place = { id, label: number || (depth === 1 ? plain : outer.place.label || plain) }
  if (html) options.headings.push(heading)
  const inner = {
    ...options,
    headings: html ? heading.sections : options.headings,
    parentNumber: number,
    defaultTitle: '',
  }
  if (html) rendering.level++
  const items = sectionItems(element, rendering, inner)
  if (html) rendering.level--
  rendering.place = outer.place
  rendering.top = outer.top
  const tag = headingTag(depth + 1)
  const mark = number ? innerLink(id, text(number), ' class="num"') : ''
  const named = html && depth === 1 ? ` aria-labelledby="${id}-h"` : ''
  const title = html ? `<${tag}${idAttr(`${id}-h`)}>${mark}${html}</${tag}>` : ''
  // Only a heading of ordinary length is repeated.
  const again =
    html && html.length < LONGEST_REPEATED
      ? `<section class="again"><${tag}>${mark}${html} <span class="again-t">continued</span></${tag}>`
      : '<section class="again">'
  return { open: `<section${idMark}${named}>${title}`, again, close: '</section>', items }
}

/** Blocks and subsections in their order; floats follow the block that first cites them. */
export function sectionItems(element: Element, rendering: Rendering, options: SectionOptions): (string | Piece)[] {
  const items: (string | Piece)[] = []
  let files: string[] = []
  const endFiles = () => {
    if (files.length) items.push(fileList(files))
    files = []
  }
  const add = (blocks: string[]) => {
    for (const block of blocks) {
      const file = fileIn(block)
      if (file) files.push(file)
      else {
        endFiles()
        items.push(block)
      }
    }
  }
  for (const node of nodesOf(element)) {
    if (isText(node)) add(rendering.flow([node]))
    if (!isElement(node)) continue
    const name = nameOf(node)
    if (options.skips.has(node) || NO_BLOCKS.has(name)) continue
    if (SECTIONS.has(name)) {
      endFiles()
      items.push(section(node, rendering, options))
    } else {
      add(rendering.flow([node]))
      add(options.placeFloats(rendering))
    }
  }
  endFiles()
  return items
}

interface SectionHeading {
  number: string
  html: string
  plain: string
  /** Inline markup, as in titles of articles. */
  markup: string
}

/** Number and words of a heading. A number may be an element, or begin the title: '2.1. Study area'. */
function headingOf(element: Element, rendering: Rendering, depth: number, options: SectionOptions): SectionHeading {
  const title = child(element, 'title')
  const label = rawText(child(element, 'label'))
  const subtitles = children(element, 'subtitle')
    .map((part) => rendering.inlineOf(part))
    .filter(Boolean)
  if (!title)
    return label || !options.defaultTitle
      ? { number: '', html: text(label), plain: label, markup: text(label) }
      : titled(options.defaultTitle)
  const html = [rendering.inlineOf(title).trim(), ...subtitles].join(' ')
  const plain = plainText(nodesOf(title))
  const markup = titleMarkup(runsOf(title))
  // 'Appendix A' is words, not a number.
  if (label && !/^[\dIVXivx.]+[a-z]?\.?$/.test(label)) return withLabel(label, html, plain, markup)
  const number = label.replace(/\.$/, '') || numberIn(plain, depth, options.parentNumber ?? '')
  if (label || !number) return { number, html, plain, markup }
  const without = (words: string) =>
    words.startsWith(number) ? words.slice(number.length).replace(/^\.?[\s\u00a0]*/, '') : words
  if (!html.startsWith(number)) return { number: '', html, plain, markup }
  return { number, html: without(html), plain: without(plain), markup: without(markup) }
}

const titled = (words: string): SectionHeading => ({ number: '', html: text(words), plain: words, markup: text(words) })

const withLabel = (label: string, html: string, plain: string, markup: string): SectionHeading => ({
  number: '',
  html: `${text(label)} ${html}`,
  plain: `${label} ${plain}`,
  markup: `${text(label)} ${markup}`,
})

/** The number that a title begins with, if it fits its place: '2.1.' below '2', and not the '16 ' of '16 S rRNA'. */
function numberIn(title: string, depth: number, parent: string): string {
  const [, number = '', stop = ''] = /^(\d{1,2}(?:\.\d{1,2}){0,5})(\.?)[\s\u00a0]+\S/.exec(title) ?? []
  if (!number || number.split('.').length !== depth) return ''
  if (depth === 1) return stop ? number : ''
  return parent ? (number.startsWith(`${parent}.`) ? number : '') : stop ? number : ''
}
