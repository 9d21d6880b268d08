import type { Element, Node } from '@xmldom/xmldom'
import {
  type Affiliation,
  affiliationOf,
  distinctAffiliations,
} from '../../../../contract/rules/people/affiliations.ts'
import { rorIn } from '../../../../contract/rules/people/identifiers.ts'
import { runsOf, runsOfNodes } from '../model/inline.ts'
import { attribute, child, children, descendants, isElement, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { plainText } from '../model/runs.ts'

const DEPARTMENT = /^(?:dept|department|division|org-division|unit|school|faculty)$/i

/**
 * An affiliation from its printed line and the parts marked in the file. If no institution is marked, the
 * text before the city and country is used.
 */
function affiliationOfLine(line: string, nodes: Node[]): Affiliation {
  const elements = nodes.flatMap((node) => (isElement(node) ? [node, ...descendants(node, ...MARKED)] : []))
  const marked = (name: string) =>
    elements.filter((element) => nameOf(element) === name || attribute(element, 'content-type') === name)
  const institutions = elements.filter((element) => nameOf(element) === 'institution')
  const isDepartment = (element: Element) => DEPARTMENT.test(attribute(element, 'content-type'))
  const department = textOf(institutions.filter(isDepartment))
  const institution = textOf(institutions.filter((element) => !isDepartment(element)))
  const city = textOf(marked('city').slice(0, 1))
  const country = textOf(marked('country').slice(0, 1))
  const ror =
    elements
      .filter((element) => nameOf(element) === 'institution-id')
      .map(rorOf)
      .find(Boolean) ?? null
  if (institution) return affiliationOf({ institution, department, city, country, ror, line })
  const place = { city: '', country: '' }
  let rest = line
  for (const [part, text] of [
    ['country', country],
    ['city', city],
  ] as const) {
    if (!text || !rest.endsWith(`, ${text}`)) continue
    rest = rest.slice(0, -`, ${text}`.length)
    place[part] = text
  }
  return affiliationOf({ institution: rest, ...place, ror, line })
}

const MARKED = ['institution', 'institution-id', 'city', 'country', 'addr-line', 'named-content']

const rorOf = (id: Element): string | undefined => {
  const text = rawText(id)
  return /^ror$/i.test(attribute(id, 'institution-id-type')) || text.includes('ror.org') ? rorIn(text) : undefined
}

const textOf = (elements: Element[]): string =>
  elements
    .map((element) => plainText(runsOf(element)).replace(/(?<![\s,;.])[\s,;.]+$/, ''))
    .filter(Boolean)
    .join(', ')

/** Parts of an affiliation that are separated by a comma if the file has no separator. */
const PARTS = new Set('institution addr-line city state country postal-code named-content'.split(' '))
const LEFT_OUT = new Set('label institution-id email phone fax ext-link uri xref fn'.split(' '))
const POSTCODE = /^post(?:al)?-?code$/

/** Finds the affiliations of contributors: those they refer to, those inside them, or their group's. */
export class Affiliations {
  readonly #byId = new Map<string, Element>()
  readonly #meta: Element
  /** The ids that any contributor points at. */
  readonly #pointedAt: ReadonlySet<string>

  constructor(meta: Element) {
    this.#meta = meta
    this.#pointedAt = new Set(
      descendants(meta, 'contrib')
        .flatMap((contributor) => children(contributor, 'xref'))
        .flatMap((xref) => attribute(xref, 'rid').split(/\s+/)),
    )
    for (const aff of descendants(meta, 'aff')) {
      const id = attribute(aff, 'id') || attribute(child(aff, 'target'), 'id')
      if (id) this.#byId.set(id, aff)
    }
  }

  of(contributor: Element): Affiliation[] {
    const pointers = children(contributor, 'xref').filter(
      (xref) => attribute(xref, 'ref-type') === 'aff' || this.#byId.has(attribute(xref, 'rid')),
    )
    const marks = pointers.flatMap((xref) => rawText(xref).split(/[\s,]+/))
    const pointed = pointers
      .flatMap((xref) => attribute(xref, 'rid').split(/\s+/))
      .flatMap((id) => this.#byId.get(id) ?? [])
    const own = [...children(contributor, 'aff'), ...alternatives(contributor)]
    const found = pointed.length || own.length ? [...pointed, ...own] : this.#shared(contributor)
    const affiliations = found.flatMap((aff) => affiliationsIn(aff, marks))
    return distinctAffiliations(affiliations.filter(({ line }) => !isNoPlaceOfWork(line)))
  }

  /** What the file gives for all: affiliations of the group, or the article's only one, unless some point at it. */
  #shared(contributor: Element): Element[] {
    const inGroup = children(contributor.parentNode!, 'aff').filter((aff) => !attribute(aff, 'id'))
    if (inGroup.length) return inGroup
    const all = [...children(contributor.parentNode!, 'aff'), ...children(this.#meta, 'aff')]
    return all.length === 1 && !this.#pointedAt.has(attribute(all[0], 'id')) ? all : []
  }
}

const alternatives = (contributor: Element): Element[] =>
  children(contributor, 'aff-alternatives').flatMap((several) => children(several, 'aff').slice(0, 1))

// Later addresses are not where the work was done.
const isNoPlaceOfWork = (text: string): boolean => /^(?:present|current) (?:address|affiliation)|^deceased$/i.test(text)

/**
 * The affiliations in an element. Some files put several into one element, each after its label: of those,
 * the ones whose labels the author has.
 */
function affiliationsIn(affiliation: Element, marks: readonly string[]): Affiliation[] {
  const entries = entriesOf(affiliation)
  const meant = entries.filter(({ mark }) => marks.includes(mark))
  const kept = entries.length > 1 && meant.length ? meant : entries
  return kept.flatMap(({ nodes }) => {
    const line = lineOf(nodes)
    return line ? [affiliationOfLine(line, nodes)] : []
  })
}

interface Entry {
  mark: string
  nodes: Node[]
}

/** The text of an affiliation, split at its labels, without email addresses and what follows them. */
function entriesOf(affiliation: Element): Entry[] {
  const entries: Entry[] = [{ mark: '', nodes: [] }]
  let before = ''
  let afterEmail = false
  for (const node of nodesOf(affiliation)) {
    const mark = markOf(node, before)
    if (mark !== undefined) {
      entries.push({ mark, nodes: [] })
      afterEmail = false
    } else {
      afterEmail ||= isElement(node) && nameOf(node) === 'email'
      if (!afterEmail && isText(node)) entries.at(-1)!.nodes.push(node)
    }
    if (node.textContent) before = node.textContent
  }
  return entries.filter(({ nodes }) => nodes.some((node) => rawText(node)))
}

/** The label or superscript before an affiliation; '19<sup>th</sup>' has none. */
function markOf(node: Node, before: string): string | undefined {
  if (!isElement(node)) return undefined
  const inner = nameOf(node) === 'bold' ? (child(node, 'sup') ?? node) : node
  const text = rawText(node)
  if (nameOf(inner) === 'label') return text
  if (nameOf(inner) !== 'sup' || rawText(inner) !== text) return undefined
  return !before.trim() || (/[\s,;.]/.test(before.at(-1)!) && /^(?:\d{1,2}|[a-z]|[*†‡§¶#]+)$/.test(text))
    ? text
    : undefined
}

const isText = (node: Node): boolean => (isElement(node) ? !LEFT_OUT.has(nameOf(node)) : node.nodeType !== COMMENT)
const COMMENT = 8

/** An affiliation as one line, without identifiers and telephone numbers. */
function lineOf(nodes: Node[]): string {
  let line = ''
  let lastPart = ''
  let between: Node[] = []
  const flush = () => {
    const text = plainText(runsOfNodes(between, { citations: 'left out' }))
    const spaced = between.some((node) => /^\s/.test(node.textContent ?? ''))
    between = []
    if (!text) return
    line += (line && (spaced || !/^[,;.)]/.test(text)) ? ' ' : '') + text
    lastPart = ''
  }
  for (const node of flattened(nodes)) {
    if (!isElement(node) || !PARTS.has(nameOf(node))) {
      between.push(node)
      continue
    }
    flush()
    const text = plainText(runsOfNodes(nodesOf(node), { citations: 'left out' }))
    if (!text) continue
    const gap = !line ? '' : !lastPart || /[,;:(/-]$/.test(line) ? ' ' : POSTCODE.test(lastPart) ? ' ' : ', '
    line += gap + text
    lastPart = attribute(node, 'content-type') || nameOf(node)
  }
  flush()
  return tidyLine(line)
}

/** Replaces `institution-wrap` elements by their content. */
const flattened = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) =>
    isElement(node) && nameOf(node) === 'institution-wrap' ? flattened(nodesOf(node).filter(isText)) : [node],
  )

const tidyLine = (line: string): string =>
  line
    .replace(/\s+/g, ' ')
    // A label as plain text: '1Department', '2) Institute', '* School'.
    .replace(/^ ?(?:\d{1,2}(?=\p{Lu}\p{Ll})|(?:\d{1,2}|[a-z])[).:] ?(?=\p{Lu})|[*†‡§¶#]+ ?)/u, '')
    .replace(/ ([,;.)])/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/(?<![\s,;:])[\s,;:]*\b(?:e-?mails?|tel|phone|fax)\b\.? ?:? ?$/i, '')
    // A common error in print files: the country twice.
    .replace(/(?<!\p{L})(\p{Lu}\p{L}{3,80}) \1$/u, '$1')
    .replace(/(?<![\s,;:.])[\s,;:.]+(?:(?:and|&)[\s,;:.]*)?$/, '')
    .trim()
