import type { Document, Element, Node } from '@xmldom/xmldom'
import type { Reference, ReferenceAuthor } from '../../../../contract/rules/articles/reference.ts'
import { oneLine } from '../../../../contract/rules/text/plain-text.ts'
import {
  at,
  attribute,
  child,
  children,
  descendants,
  isElement,
  isText,
  nameOf,
  nodesOf,
  rawText,
  addAll,
} from '../model/nodes.ts'
import { plainText, tidyRuns, type Run } from '../model/runs.ts'
import { runsOf, runsOfNodes } from '../model/inline.ts'

const CITATIONS = ['mixed-citation', 'element-citation', 'nlm-citation', 'citation'] as const

const KINDS: Record<string, Reference['kind']> = {
  ...{ journal: 'journal', book: 'book', chapter: 'book', confproc: 'conference', 'conf-proc': 'conference' },
  ...{ conference: 'conference', data: 'data', database: 'data', web: 'web', webpage: 'web', website: 'web' },
}

/** A longer part is a mistake of the file, such as a whole list in one element. */
const LONGEST_PART = 1_000
const LONGEST_TEXT = 4_000

/** The entries of the article's reference lists in their order, without those of sub-articles. */
export function readReferences(document: Document): Reference[] {
  const back = at(document, 'article', 'back')
  return back ? descendants(back, 'ref').flatMap((ref) => referenceOf(ref) ?? []) : []
}

function referenceOf(ref: Element): Reference | null {
  const citation = children(child(ref, 'citation-alternatives') ?? ref, ...CITATIONS)[0]
  const text = citation && cut(oneLine(printed(ref, citation)), LONGEST_TEXT)
  if (!text) return null
  const part = (...names: string[]) => partOf(citation, ...names)
  const [firstPage, lastPage] = [part('fpage') ?? part('elocation-id'), part('lpage')]
  return {
    kind:
      KINDS[(attribute(citation, 'publication-type') || attribute(citation, 'citation-type')).toLowerCase()] ?? 'other',
    doi: doiOf(ref, text),
    pmid: pmidOf(ref),
    title: part('article-title', 'chapter-title', 'data-title', 'part-title'),
    authors: authorsOf(citation),
    year: part('year'),
    source: part('source'),
    volume: part('volume'),
    issue: part('issue'),
    firstPage,
    lastPage: lastPage === firstPage ? null : lastPage,
    publisher: part('publisher-name'),
    text,
  }
}

/** As worded in the file, or composed of its parts. */
const printed = (ref: Element, citation: Element): string =>
  nameOf(citation) === 'mixed-citation' ? textOf(citation) : plainText(referenceRuns(ref))

/** Parts that some files leave to the style sheet to separate: 'QinG' is two of them. */
const PARTS = new Set(
  'name string-name surname given-names collab article-title source year volume fpage lpage pub-id'.split(' '),
)

/** The text of a citation, with a space between parts that nothing separates. */
function textOf(node: Node): string {
  let text = ''
  let afterPart = false
  for (const inner of nodesOf(node)) {
    const isPart = isElement(inner) && PARTS.has(nameOf(inner))
    const more = isText(inner) ? (inner.nodeValue ?? '') : isElement(inner) ? textOf(inner) : ''
    if (!more) continue
    text += isPart && afterPart && /\S/.test(text.at(-1) ?? ' ') && /\S/.test(more[0]!) ? ` ${more}` : more
    afterPart = isPart
  }
  return text
}

/** The first of these parts that says something. Italic and other marks within it are left out. */
function partOf(citation: Element, ...names: string[]): string | null {
  const found = names.map((name) => rawText(descendants(citation, name)[0])).find(Boolean)
  return found === undefined ? null : withoutEnd(cut(oneLine(found), LONGEST_PART)) || null
}

/** Authors, not editors; where none is marked as an author, all who are named outside of a group of editors. */
function authorsOf(citation: Element): ReferenceAuthor[] {
  const groups = descendants(citation, 'person-group')
  const written = groups.filter((group) => ['author', 'allauthors', ''].includes(attribute(group, 'person-group-type')))
  const within = written.length || groups.length ? written : [citation]
  return within.flatMap((group) => descendants(group, 'name', 'string-name', 'collab').map(authorOf)).filter(hasName)
}

const hasName = ({ family }: ReferenceAuthor): boolean => family !== ''

function authorOf(name: Element): ReferenceAuthor {
  const part = (tag: string) => cut(oneLine(rawText(child(name, tag))).replace(/,$/, ''), LONGEST_PART)
  const [family, given, suffix] = [part('surname'), part('given-names'), part('suffix')]
  if (nameOf(name) !== 'collab' && family) return { family, given, suffix }
  return { family: given || cut(oneLine(rawText(name)), LONGEST_PART), given: '', suffix: '' }
}

const DOI = /\b10\.\d{4,9}\/[^\s"<>]{1,500}/

/** The DOI that is marked as one, or linked, or printed. */
function doiOf(ref: Element, text: string): string | null {
  const marked = identifier(ref, 'doi')
  const links = descendants(ref, 'ext-link', 'uri').map((link) => attribute(link, 'href') || rawText(link))
  const linked = links.filter((href) => /^https?:\/\/(?:dx\.)?doi\.org\//i.test(href)).map(decoded)
  for (const candidate of [marked, ...linked, text]) {
    const doi = DOI.exec(candidate)?.[0]
    if (doi) return withoutStop(doi).toLowerCase()
  }
  return null
}

/** A full stop or bracket after a printed DOI is not part of it, but brackets within one are. */
function withoutStop(doi: string): string {
  const bare = withoutEnd(doi)
  const isClosed = (bare.match(/\(/g) ?? []).length >= (bare.match(/\)/g) ?? []).length
  return isClosed || !bare.endsWith(')') ? bare : withoutStop(bare.slice(0, -1))
}

const pmidOf = (ref: Element): string | null => /^\d{1,10}$/.exec(identifier(ref, 'pmid'))?.[0] ?? null

const identifier = (ref: Element, type: string): string =>
  rawText(descendants(ref, 'pub-id').find((id) => attribute(id, 'pub-id-type') === type))

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const cut = (text: string, longest: number): string => text.slice(0, longest).toWellFormed()

/** Without the punctuation between parts. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' .,;:'.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

const KEPT = { citations: 'kept' } as const

/** One entry of the bibliography: as worded in the file, or built from its parts. */
export function referenceRuns(ref: Element): Run[] {
  const citations = children(
    child(ref, 'citation-alternatives') ?? ref,
    'mixed-citation',
    'element-citation',
    'nlm-citation',
    'citation',
  )
  const shown = child(ref, 'citation-alternatives') ? citations.slice(0, 1) : citations
  const entries = shown.map((citation) =>
    nameOf(citation) === 'mixed-citation' || hasOwnText(citation) ? worded(citation) : composed(citation),
  )
  return tidyRuns([...entries, ...children(ref, 'note').map((note) => runsOf(note, KEPT))].flatMap(spaced))
}

const space: Run = { text: ' ', marks: [] }
const spaced = (runs: Run[], index: number): Run[] => (index ? [space, ...runs] : runs)

/** Text between the parts: a citation with such text is already worded. */
const hasOwnText = (citation: Element): boolean =>
  nodesOf(citation).some((node) => isText(node) && hasWordThenStop(node.nodeValue ?? ''))

/** A letter that is followed somewhere by a comma or full stop. */
const hasWordThenStop = (text: string): boolean =>
  text.split('\n').some((line) => /[,.]/.test(line.slice(line.search(/\p{L}|$/u))))

const NAMES = new Set('name string-name collab etal anonymous'.split(' '))
const MARKS = new Set('italic bold sub sup sc underline monospace styled-content named-content ext-link uri'.split(' '))

/** The words in their order; a space or comma is put between parts that nothing separates in the file. */
function worded(citation: Element): Run[] {
  let before: Element | undefined
  let isNext = false
  const runs = nodesOf(citation).flatMap((node): Run[] => {
    if (!isElement(node)) {
      isNext = false
      if (node.nodeValue?.trim()) before = undefined
      return runsAsTheyAre(node)
    }
    const bothNames = before && NAMES.has(nameOf(before)) && NAMES.has(nameOf(node))
    const bothParts = before && isNext && !MARKS.has(nameOf(before)) && !MARKS.has(nameOf(node))
    before = node
    isNext = true
    return [{ text: bothNames ? ', ' : bothParts ? ' ' : '', marks: [] }, ...partRuns(node)]
  })
  return tidyRuns(runs)
}

/** Text with the spaces at its ends, which are those between parts. */
const runsAsTheyAre = (node: Parameters<typeof isText>[0]): Run[] =>
  isText(node) ? [{ text: node.nodeValue ?? '', marks: [] }] : []

function partRuns(element: Element): Run[] {
  const name = nameOf(element)
  if (name === 'person-group') return worded(element)
  if (name === 'name') return [{ text: personName(element), marks: [] }]
  // Running text leaves editors' comments out; in a reference they say where it is and when it was read.
  return runsOfNodes(name === 'comment' ? nodesOf(element) : [element], KEPT)
}

const personName = (name: Element): string =>
  ['prefix', 'surname', 'given-names', 'suffix']
    .map((part) => rawText(child(name, part)))
    .filter(Boolean)
    .join(' ')

/** 'Author A, Author B (2009) Title. Source 15: 44–52. https://doi.org/…', and then whatever has no place in it. */
function composed(citation: Element): Run[] {
  const runs: Run[] = []
  const used = new Set<Element>()
  const take = (...names: string[]): Run[][] =>
    children(citation, ...names).flatMap((element) => {
      used.add(element)
      const part = runsOf(element, KEPT)
      return part.length ? [part] : []
    })
  const one = (name: string): string => take(name).map(plainText).join(', ')
  const say = (text: string) => text && runs.push({ text, marks: [] })
  const sentence = (more: Run[]) => {
    if (!more.length) return
    say(' ')
    addAll(runs, more)
    if (!/[.?!]$/.test(plainText(more))) say('.')
  }
  const year = one('year')
  const people = children(citation, 'person-group', 'name', 'string-name', 'collab')
  const isEditing = (group: Element) => /editor|translator|compiler/.test(attribute(group, 'person-group-type'))
  const authors = people.filter((group) => !isEditing(group))
  const editors = people.filter(isEditing)
  for (const group of people) used.add(group)
  const etal = take('etal').length ? ' et al.' : ''
  say(namesOf(authors) + etal)
  say(year ? ` (${year})` : '')
  for (const title of take('article-title', 'chapter-title', 'data-title', 'part-title', 'trans-title')) sentence(title)
  if (editors.length) sentence([{ text: `${namesOf(editors)} (eds)`, marks: [] }])
  const source = take('source').flatMap((part) => part.map((run): Run => ({ ...run, marks: ['i'] })))
  const [volume, issue, first, last] = [one('volume'), one('issue'), one('fpage'), one('lpage')]
  const pages = [first && `${first}${last && last !== first ? `–${last}` : ''}`, one('elocation-id')].filter(Boolean)
  const place = [`${volume}${issue && `(${issue})`}`, pages.join(', ')].filter(Boolean).join(': ')
  sentence([...source, ...(place ? [{ text: ` ${place}`, marks: [] } as Run] : [])])
  const publisher = [one('publisher-name'), one('publisher-loc')].filter(Boolean).join(', ')
  sentence(publisher ? [{ text: publisher, marks: [] }] : [])
  for (const element of children(citation)) if (!used.has(element)) sentence(partRuns(element))
  return tidyRuns(runs)
}

const namesOf = (groups: Element[]): string =>
  groups
    .flatMap((group) => (nameOf(group) === 'person-group' ? children(group) : [group]))
    .map((person) => {
      if (nameOf(person) === 'name') return personName(person)
      return nameOf(person) === 'etal' ? 'et al.' : rawText(person)
    })
    .filter(Boolean)
    .join(', ')
