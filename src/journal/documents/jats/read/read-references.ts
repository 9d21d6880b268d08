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
} from '../model/nodes.ts'
import { referenceRuns } from './references.ts'
import { plainText } from '../model/runs.ts'

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
  nameOf(citation) === 'mixed-citation' ? spaced(citation) : plainText(referenceRuns(ref))

/** Parts that some files leave to the style sheet to separate: 'QinG' is two of them. */
const PARTS = new Set(
  'name string-name surname given-names collab article-title source year volume fpage lpage pub-id'.split(' '),
)

/** The text of a citation, with a space between parts that nothing separates. */
function spaced(node: Node): string {
  let text = ''
  let afterPart = false
  for (const inner of nodesOf(node)) {
    const isPart = isElement(inner) && PARTS.has(nameOf(inner))
    const more = isText(inner) ? (inner.nodeValue ?? '') : isElement(inner) ? spaced(inner) : ''
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
