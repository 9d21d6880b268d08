import type { Document, Element } from '@xmldom/xmldom'
import type { Xml } from '../../../platform/xml.ts'
import { besides, mainPart, valueOf, attribute } from './word-text.ts'
import { elementsOf, isDeeperThan, parsePart, writePart, type WrittenInstead } from './xml-part.ts'
import { unzip, zip } from './zip.ts'
import { mathml } from './omml.ts'

/** What a paragraph is besides text, with the style that names it in a prepared document. */
export const ROLES = {
  ...{ h1: 'JournalHeading1', h2: 'JournalHeading2', h3: 'JournalHeading3' },
  ...{ h4: 'JournalHeading4', h5: 'JournalHeading5', h6: 'JournalHeading6' },
  ...{ title: 'JournalTitle', caption: 'JournalCaption', quote: 'JournalQuote' },
} as const
export type Role = keyof typeof ROLES

interface Style {
  name: string
  basedOn: string
  level: number | null
}

/** The roles of paragraph styles by their ids, their own or those of the styles that they are based on. */
function styleRoles(part: Buffer | undefined): Map<string, Role> {
  const styles = part ? readStyles(part) : new Map<string, Style>()
  const roles = new Map<string, Role>()
  for (const id of styles.keys()) {
    const role = roleOf(id, styles)
    if (role) roles.set(id, role)
  }
  return roles
}

/** Longer chains are circles. */
const LONGEST_CHAIN = 20

function roleOf(id: string, styles: Map<string, Style>): Role | undefined {
  let at = styles.get(id)
  for (let steps = 0; at && steps < LONGEST_CHAIN; steps++) {
    // The names of built-in styles are the same in every language.
    const heading = /^heading ([1-6])$/i.exec(at.name)?.[1]
    if (heading) return `h${heading}` as Role
    if (at.level !== null) return at.level < 6 ? (`h${at.level + 1}` as Role) : undefined
    if (/^title$/i.test(at.name)) return 'title'
    if (/^caption$|(?:figure|table)[ _-]?caption/i.test(at.name)) return 'caption'
    if (/^(?:intense )?quote$/i.test(at.name)) return 'quote'
    at = styles.get(at.basedOn)
  }
  return undefined
}

function readStyles(part: Buffer): Map<string, Style> {
  const styles = new Map<string, Style>()
  let style: Style | undefined
  for (const each of elementsOf(parsePart(part).documentElement!)) {
    if (each.localName === 'style') {
      style = attribute(each, 'type') === 'character' ? undefined : { name: '', basedOn: '', level: null }
      if (style) styles.set(attribute(each, 'styleId'), style)
    } else if (style) readProperty(style, each)
  }
  return styles
}

function readProperty(style: Style, property: Element): void {
  if (property.localName === 'name') style.name = valueOf(property)
  else if (property.localName === 'basedOn') style.basedOn = valueOf(property)
  else if (property.localName === 'outlineLvl') style.level = Number(valueOf(property))
}

export const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A formula, and whether it is on a line of its own. */
export interface Formula {
  math: Xml
  isBlock: boolean
}

/** A Word document ready for the library that reads it, which loses formulas and knows no outline levels. */
export interface PreparedWord {
  content: Buffer
  /** In the text each is a mark: see `formulaMark`. */
  formulas: Formula[]
  /** How many text boxes the library cannot read. */
  textBoxes: number
  hasChanges: boolean
}

/** Why a Word document cannot be read, as a sentence. */
export class Unreadable extends Error {}

// Characters for private use, which are taken out of the text first.
const [OPEN, CLOSE] = ['\ue000', '\ue001']
const formulaMark = (index: number): string => `${OPEN}${index}${CLOSE}`
/** Splits a text at the marks of formulas: every second piece is the index of one. */
export const FORMULA_MARK = /\ue000(\d{1,7})\ue001/
export const EVERY_FORMULA_MARK = /\ue000\d{1,7}\ue001/g

/** How deep elements may lie in one another: what reads them is recursive. */
const DEEPEST = 150
/** The text of a document as XML: ten times a long article. */
const MOST_BYTES = 20 * 1024 * 1024
const TOO_LONG = 'The text of the document is too long to be read.'
const TOO_DEEP = 'The document is nested too deeply to be read.'

export async function prepareWord(content: Buffer, mostBytes = MOST_BYTES): Promise<PreparedWord> {
  const parts = await unzip(content, WORD_TYPE)
  const main = mainPart(parts)
  const source = parts.get(main)
  if (!source) throw new Unreadable('The document has no text.')
  if (source.length > mostBytes) throw new Unreadable(TOO_LONG)
  const roles = styleRoles(parts.get(besides(main, 'styles.xml')))
  const prepared: Omit<PreparedWord, 'content'> = { formulas: [], textBoxes: 0, hasChanges: false }
  for (const path of [main, ...['footnotes.xml', 'endnotes.xml'].map((name) => besides(main, name))]) {
    const part = parts.get(path)
    if (!part) continue
    const document = parsePart(part)
    if (isDeeperThan(DEEPEST, document.documentElement!)) throw new Unreadable(TOO_DEEP)
    parts.set(path, writePart(document.documentElement!, preparePart(document, roles, prepared)))
  }
  return { ...prepared, content: await zip(parts) }
}

/** Changes a part where this does not take time for each of its siblings; all else is written instead. */
export function preparePart(
  document: Document,
  roles: Map<string, Role>,
  prepared: Omit<PreparedWord, 'content'>,
): WrittenInstead {
  const formulas: Element[] = []
  const texts: Element[] = []
  const paragraphs: Element[] = []
  let within: Element | null = null
  const isLost = lostTextBoxes()
  for (const each of elementsOf(document.documentElement!)) {
    const name = each.localName!
    if (name === 't') texts.push(each)
    else if (name === 'pPr' && each.parentNode?.localName === 'p') paragraphs.push(each)
    else if (name === 'ins' || name === 'del' || name === 'moveFrom') prepared.hasChanges = true
    else if (name === 'txbxContent' && isLost(each)) prepared.textBoxes++
    if (name !== 'oMath' || (within && isInside(each, within))) continue
    within = each
    formulas.push(each)
  }
  for (const text of texts) {
    const said = text.textContent ?? ''
    if (said.includes(OPEN) || said.includes(CLOSE)) text.textContent = said.replace(/[\ue000\ue001]/g, '')
  }
  for (const properties of paragraphs) giveRole(document, properties, roles)
  const instead: WrittenInstead = new Map()
  for (const formula of formulas) replaceFormula(formula, prepared.formulas, instead)
  return instead
}

/** Text boxes are read from the copy for older programs, which some programs do not write. */
function lostTextBoxes(): (box: Element) => boolean {
  // Of many boxes in one alternative only the first searches it.
  const lost = new Map<Element, boolean>()
  return (box) => {
    for (let at = box.parentNode; at; at = at.parentNode) {
      if (at.localName === 'Fallback' || at.localName === 'pict') return false
      if (at.localName !== 'AlternateContent') continue
      const alternative = at as Element
      const known = lost.get(alternative) ?? !hasOlderCopy(alternative)
      lost.set(alternative, known)
      return known
    }
    return true
  }
}

function hasOlderCopy(alternative: Element): boolean {
  for (const each of elementsOf(alternative))
    if (each.localName === 'txbxContent' && isInFallback(each, alternative)) return true
  return false
}

function isInFallback(element: Element, root: Element): boolean {
  for (let at = element.parentNode; at && at !== root; at = at.parentNode) if (at.localName === 'Fallback') return true
  return false
}

function isInside(element: Element, outer: Element): boolean {
  for (let at: Element['parentNode'] = element; at; at = at.parentNode) if (at === outer) return true
  return false
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** Names the role of a paragraph by its style: a level of its own counts more than that of its style. */
function giveRole(document: Document, properties: Element, roles: Map<string, Role>): void {
  const children = Array.from(properties.childNodes) as Element[]
  const style = children.find(({ localName }) => localName === 'pStyle')
  const level = children.find(({ localName }) => localName === 'outlineLvl')
  const own = level ? Number(valueOf(level)) : Number.NaN
  const role = own >= 0 && own < 6 ? (`h${own + 1}` as Role) : style && roles.get(valueOf(style))
  if (!role) return
  const named = document.createElementNS(W, 'w:pStyle')
  named.setAttributeNS(W, 'w:val', ROLES[role])
  if (style) properties.replaceChild(named, style)
  else properties.insertBefore(named, properties.firstChild)
}

function replaceFormula(formula: Element, formulas: Formula[], instead: WrittenInstead): void {
  const parent = formula.parentNode as Element
  const isBlock = parent.localName === 'oMathPara'
  formulas.push({ math: mathml(formula, isBlock ? 'block' : 'inline'), isBlock })
  const run = `<w:r xmlns:w="${W}"><w:t>${formulaMark(formulas.length - 1)}</w:t></w:r>`
  // The library does not look into the element around formulas on lines of their own.
  const place = isBlock ? parent : formula
  instead.set(place, (instead.get(place) ?? '') + run)
}
