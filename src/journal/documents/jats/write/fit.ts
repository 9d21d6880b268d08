import { type ElementRule, MODEL } from '../model/schema.ts'
import type { Element, Node } from '@xmldom/xmldom'
import { element, type Xml } from '../../../../platform/xml.ts'
import { isElement, isText } from '../model/nodes.ts'

/** An element of a text on its way to valid JATS. */
export interface Part {
  readonly name: string
  readonly attributes: Map<string, string>
  content: Content[]
}
export type Content = Part | string

export const part = (name: string, content: Content[] = []): Part => ({ name, attributes: new Map(), content })

const PREFIXES = new Map([
  ['', ''],
  ['http://jats.nlm.nih.gov', ''],
  ['http://www.w3.org/1998/Math/MathML', 'mml:'],
  ['http://www.w3.org/1999/xlink', 'xlink:'],
  ['http://www.w3.org/XML/1998/namespace', 'xml:'],
  ['http://www.niso.org/schemas/ali/1.0/', 'ali:'],
])

/** The name with the prefix that the export declares; null in a namespace that it does not know. */
export function nameWithPrefix({ namespaceURI, localName }: { namespaceURI: string | null; localName: string | null }) {
  const prefix = PREFIXES.get(namespaceURI ?? '')
  return prefix === undefined || localName === null ? null : prefix + localName
}

/** Elements and text, without comments and processing instructions. */
export const contentOf = (parent: Element): (Element | string)[] => {
  const content: (Element | string)[] = []
  for (let node: Node | null = parent.firstChild; node; node = node.nextSibling) {
    if (isElement(node)) content.push(node)
    else if (isText(node)) content.push(node.nodeValue ?? '')
  }
  return content
}

const isBlankText = (content: Content): content is string => typeof content === 'string' && !content.trim()

/** True if nothing in it could be read or seen. */
const isEmpty = (content: Content): boolean =>
  typeof content === 'string'
    ? !content.trim()
    : !content.attributes.has('xlink:href') && content.content.every((each) => isEmpty(each))

export const toXml = (content: Content): Xml | string =>
  typeof content === 'string'
    ? content
    : element(content.name, Object.fromEntries(content.attributes), content.content.map(toXml))

/** Every part within these, themselves included. */
export function partsIn(content: readonly Content[], found: Part[] = []): Part[] {
  for (const each of content) {
    if (typeof each === 'string') continue
    found.push(each)
    partsIn(each.content, found)
  }
  return found
}

/**
 * The rows of a table in the only order that the schema knows: one head, one foot, then bodies, or rows alone. A
 * table of nothing but a head is a body.
 */
function inTableOrder(children: readonly Part[]): Part[] {
  const of = (name: string) => children.filter((each) => each.name === name)
  const columns = children.filter(({ name }) => name === 'col' || name === 'colgroup')
  const [[head, ...heads], [foot, ...feet]] = [of('thead'), of('tfoot')]
  const others = children.filter(({ name }) => name === 'tbody' || name === 'tr')
  const isPlain = !head && !foot && others.every(({ name }) => name === 'tr')
  if (isPlain) return [...columns, ...others]
  const bodies = [...[...heads, ...feet].map(asBody), ...rowsInBodies(others)]
  if (bodies.length) return [...columns, ...[head, foot].filter((each) => each !== undefined), ...bodies]
  return [...columns, ...[head, foot].flatMap((each) => (each ? [asBody(each)] : []))]
}

const asBody = ({ attributes, content }: Part): Part => ({ name: 'tbody', attributes, content })

function rowsInBodies(children: readonly Part[]): Part[] {
  const bodies: Part[] = []
  let rows: Part[] = []
  const flush = () => {
    if (rows.length) bodies.push(part('tbody', rows))
    rows = []
  }
  for (const child of children) {
    if (child.name === 'tr') {
      rows.push(child)
      continue
    }
    flush()
    bodies.push(child)
  }
  flush()
  return bodies
}

/** Elements that are put around what may not stand by itself, in the order in which they are tried. */
const WRAPPERS = ['p', 'mixed-citation', 'list-item', 'def', 'sec']
/** What is made where it is missing: it may be empty. */
const MADE_EMPTY = ['title', 'p', 'front-stub', 'term', 'def']
/** In wrappers within wrappers nothing real is found any more. */
const DEEPEST_WRAP = 3

/**
 * A part whose content is as JATS wants it: only elements that may be in it, in their order, and those that must be.
 * After it comes what found no place in it; where it cannot be such a part, all that it holds. No word is lost: what is
 * left over climbs to where text may be.
 */
export function fit(given: Part, depth = 0): Content[] {
  const rule = MODEL.get(given.name)
  if (!rule) return given.content
  if (rule.isMixed) {
    given.content = given.content.flatMap((each) => withinText(each, rule, depth))
    return [given]
  }
  if (given.name === 'element-citation' && (!given.content.length || given.content.some(hasWords))) {
    return fit({ ...given, name: 'mixed-citation' }, depth)
  }
  const children = wrapStrays(given.content, rule, depth).flatMap((each) => withinOrder(each, rule, depth))
  const mine = children.filter((each): each is Part => typeof each !== 'string' && rule.names.has(each.name))
  const leftOver = children.filter((each) => typeof each === 'string' || !rule.names.has(each.name))
  const placed = inOrder(mine, rule)
  if (placed) {
    given.content = given.name === 'table' ? inTableOrder(placed) : ofOneKind(placed)
    return [given, ...leftOver]
  }
  return children.every(isEmpty) ? [] : children
}

/** Beside articles within an article, responses to it are articles as well. */
function ofOneKind(parts: Part[]): Part[] {
  if (!parts.some(({ name }) => name === 'sub-article')) return parts
  return parts.map((each) => {
    if (each.name !== 'response') return each
    const { 'response-type': type, ...others } = Object.fromEntries(each.attributes)
    const attributes = new Map(Object.entries({ ...others, ...(type ? { 'article-type': type } : {}) }))
    return { name: 'sub-article', attributes, content: each.content }
  })
}

const hasWords = (content: Content): boolean => typeof content === 'string' && /[\p{L}\p{N}]/u.test(content)
/** Elements that run on in a sentence. */
const isInline = ({ name }: Part): boolean => MODEL.get('bold')!.names.has(name)

/** In running text: blocks that may not be there leave their words, with a space on both sides. */
function withinText(content: Content, rule: ElementRule, depth: number): Content[] {
  if (typeof content === 'string' || rule.names.has(content.name)) return [content]
  if (content.name === 'break') return [' ']
  if (rule.names.has('p') && depth < DEEPEST_WRAP && MODEL.get('p')!.names.has(content.name)) {
    return fit(part('p', [content]), depth + 1)
  }
  const inner = content.content.flatMap((each) => withinText(each, rule, depth))
  return isInline(content) ? inner : [' ', ...inner, ' ']
}

/** Text, and marks in it, where only elements may be: each stretch of it is wrapped, white space and signs left out. */
function wrapStrays(content: readonly Content[], rule: ElementRule, depth: number): Content[] {
  const wrapper = depth < DEEPEST_WRAP ? WRAPPERS.find((name) => rule.names.has(name)) : undefined
  const wrapped: Content[] = []
  let stray: Content[] = []
  const flush = () => {
    const isWorthIt = stray.some((each) => (typeof each === 'string' ? hasWords(each) : !isEmpty(each)))
    if (isWorthIt) wrapped.push(...(wrapper ? fit(part(wrapper, stray), depth + 1) : stray))
    stray = []
  }
  for (const each of content) {
    if (typeof each === 'string' || (!rule.names.has(each.name) && isInline(each))) {
      if (stray.length || !isBlankText(each)) stray.push(each)
      continue
    }
    flush()
    wrapped.push(each)
  }
  flush()
  return wrapped
}

/** A block that may not be here: within another that may, or what it holds. */
function withinOrder(child: Content, rule: ElementRule, depth: number): Content[] {
  if (typeof child === 'string' || rule.names.has(child.name) || isInline(child)) return [child]
  if (depth >= DEEPEST_WRAP) return [child]
  const wrapper = WRAPPERS.find((name) => rule.names.has(name) && MODEL.get(name)!.names.has(child.name))
  if (wrapper) return fit(part(wrapper, [child]), depth + 1)
  return wrapStrays(child.content, rule, depth + 1).flatMap((each) => withinOrder(each, rule, depth + 1))
}

/** The children in the order of the steps; null, and nothing changed, if something is missing that cannot be made. */
function inOrder(children: readonly Part[], { steps }: ElementRule): Part[] | null {
  const sections = steps.findIndex(({ names, isMany }) => isMany && names.includes('sec'))
  const assigned = assign(children, steps, sections)
  const taken = new Set(assigned)
  const missing = steps.filter(({ isNeeded }, index) => isNeeded && !taken.has(index))
  if (missing.some(({ names }) => !MADE_EMPTY.some((name) => names.includes(name)))) return null
  const places: Part[][] = steps.map(() => [])
  /** The names of those that took up others, which are put in order once. */
  const joined = new Set<string>()
  for (const [index, child] of children.entries()) {
    const step = assigned[index]!
    if (step === BEHIND) addBehind(places[sections]!, child)
    else if (add(places[step]!, child, steps[step]!.isMany)) joined.add(child.name)
  }
  for (const each of places.flat()) if (joined.has(each.name) || MADE.has(each)) fit(each)
  for (const [index, { names, isNeeded, isMany }] of steps.entries()) {
    const place = places[index]!
    if (isNeeded && !place.length) place.push(part(MADE_EMPTY.find((name) => names.includes(name))!))
    if (!isMany) place.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
  }
  return places.flat()
}

/** Behind the sections, where no step is for it. */
const BEHIND = -1

/** The step of each child: the next that takes it, or the first. */
function assign(children: readonly Part[], steps: ElementRule['steps'], sections: number): number[] {
  let at = 0
  return children.map((child) => {
    const next = steps.findIndex(({ names }, index) => index >= at && names.includes(child.name))
    if (next >= 0) return (at = next)
    if (sections >= 0 && at >= sections && mayFollow(child)) return BEHIND
    return steps.findIndex(({ names }) => names.includes(child.name))
  })
}

/** Where only one may be, the content of a second is added to the first; true if it was. */
function add(place: Part[], child: Part, isMany: boolean): boolean {
  const first = isMany ? undefined : place.find(({ name }) => name === child.name)
  if (!first) {
    place.push(child)
    return false
  }
  if (MODEL.get(child.name)!.isMixed) first.content.push(' ')
  for (const each of child.content) first.content.push(each)
  return true
}

/** What follows a section stays behind it: in a section of its own, without a title. */
const mayFollow = ({ name }: Part): boolean => name !== 'title' && name !== 'label' && MODEL.get('sec')!.names.has(name)

function addBehind(sections: Part[], child: Part): void {
  const last = sections.at(-1)
  if (last && MADE.has(last)) {
    last.content.push(child)
    return
  }
  const section = part('sec', [part('title'), child])
  MADE.add(section)
  sections.push(section)
}

/** The sections that were made here, which may take more. */
const MADE = new WeakSet<Part>()
