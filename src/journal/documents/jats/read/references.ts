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
import { type Entry, hasOwnWords, namePartsOf, Parts, peopleIn, readEntry, separators } from './citation.ts'
import { plainText, tidyRuns, type Run } from '../model/runs.ts'
import { runsOf, runsOfNodes } from '../model/inline.ts'

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
  return back ? descendants(back, 'ref').flatMap((ref) => toReference(readEntry(ref)) ?? []) : []
}

function toReference(entry: Entry): Reference | null {
  const { element: ref, citations, inParts: citation } = entry
  const text = citations[0] && cut(oneLine(printed(entry, citations[0])), LONGEST_TEXT)
  if (!citation || !text) return null
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
const printed = (entry: Entry, citation: Element): string =>
  nameOf(citation) === 'mixed-citation' ? textOf(citation) : plainText(referenceRuns(entry))

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
    // A PubMed number right after a printed DOI would become its end.
    const isGlued = isElement(inner) && nameOf(inner) === 'pub-id' && /[\p{L}\d]$/u.test(text)
    text += isPart && (afterPart || isGlued) && /\S/.test(text.at(-1) ?? ' ') && /\S/.test(more[0]!) ? ` ${more}` : more
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
export function referenceRuns({ element, citations }: Entry): Run[] {
  const entries = citations.map((citation) =>
    nameOf(citation) === 'mixed-citation' || hasOwnWords(citation) ? worded(citation) : composed(citation),
  )
  return tidyRuns([...entries, ...children(element, 'note').map((note) => runsOf(note, KEPT))].flatMap(spaced))
}

const space: Run = { text: ' ', marks: [] }
const spaced = (runs: Run[], index: number): Run[] => (index ? [space, ...runs] : runs)

/** The words in their order. */
function worded(citation: Element): Run[] {
  const nodes = nodesOf(citation)
  const before = separators(nodes)
  const runs = nodes.flatMap((node): Run[] =>
    isElement(node) ? [{ text: before.get(node) ?? '', marks: [] }, ...partRuns(node)] : runsAsTheyAre(node),
  )
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

const personName = (name: Element): string => namePartsOf(name).map(rawText).filter(Boolean).join(' ')

/** 'Author A, Author B (2009) Title. Source 15: 44–52. https://doi.org/…', and then whatever has no place in it. */
function composed(citation: Element): Run[] {
  const runs: Run[] = []
  const parts = new Parts(citation)
  const said = (elements: Element[]): Run[][] =>
    elements.map((element) => runsOf(element, KEPT)).filter((part) => part.length)
  const take = (...names: string[]): Run[][] => said(parts.take(...names))
  const one = (name: string): string => take(name).map(plainText).join(', ')
  const say = (text: string) => text && runs.push({ text, marks: [] })
  const sentence = (more: Run[]) => {
    if (!more.length) return
    say(' ')
    addAll(runs, more)
    if (!/[.?!]$/.test(plainText(more))) say('.')
  }
  const year = one('year')
  const etal = take('etal').length ? ' et al.' : ''
  say(namesOf(parts.authors) + etal)
  say(year ? ` (${year})` : '')
  for (const title of said(parts.takeTitles())) sentence(title)
  if (parts.editors.length) sentence([{ text: `${namesOf(parts.editors)} (eds)`, marks: [] }])
  const source = take('source').flatMap((part) => part.map((run): Run => ({ ...run, marks: ['i'] })))
  const [volume, issue, first, last] = [one('volume'), one('issue'), one('fpage'), one('lpage')]
  const pages = [first && `${first}${last && last !== first ? `–${last}` : ''}`, one('elocation-id')].filter(Boolean)
  const place = [`${volume}${issue && `(${issue})`}`, pages.join(', ')].filter(Boolean).join(': ')
  sentence([...source, ...(place ? [{ text: ` ${place}`, marks: [] } as Run] : [])])
  const publisher = [one('publisher-name'), one('publisher-loc')].filter(Boolean).join(', ')
  sentence(publisher ? [{ text: publisher, marks: [] }] : [])
  for (const element of parts.rest()) sentence(partRuns(element))
  return tidyRuns(runs)
}

const namesOf = (groups: Element[]): string =>
  peopleIn(groups)
    .map((person) => {
      if (nameOf(person) === 'name') return personName(person)
      return nameOf(person) === 'etal' ? 'et al.' : rawText(person)
    })
    .filter(Boolean)
    .join(', ')
