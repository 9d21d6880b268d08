import { sql } from 'kysely'
import { escapeText } from '../../../contract/rules/text/plain-text.ts'
import { type TitlePiece, titlePieces } from '../../../contract/rules/text/inline-markup.ts'
import { analysed, comparable } from '../../../platform/search-engine/analyser.ts'
import { termsOf } from '../../../platform/search-engine/terms.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { SearchResult } from '../../../contract/api/search.ts'
import type { Passage } from '../../documents/jats/html/render.ts'

/** A word of a text that is to be marked. */
interface Hit {
  from: number
  to: number
  term: string
}

const ANY_RUN = /(?<![\p{L}\p{N}\p{M}'’ʼ])[\p{L}\p{N}\p{M}'’ʼ]+/gu
const REST_OF_RUN = /[\p{L}\p{N}\p{M}'’ʼ]*/uy
/** Letters with accents, Greek, and forms of letters and digits that are searched as others. */
const FOLDABLE = /[\u00b5\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u1e00-\u1fff\u2080-\u209f\ufb00-\ufb06]/
const IN_WORD = /[\p{L}\p{N}\p{M}]/u

/** How words with a term begin: stemming replaces the last letter at most. */
const beginning = (term: string): string => (term.length < 3 ? term : term.slice(0, -1))

/** Finds the words of texts that have one of these terms. */
export class Marker {
  readonly #terms: ReadonlySet<string>
  readonly #beginnings: readonly string[]

  constructor(terms: Iterable<string>) {
    this.#terms = new Set(terms)
    this.#beginnings = [...new Set([...this.#terms].map(beginning))].filter(Boolean)
  }

  /**
   * The marked words of a long text. Only words that begin like a term are analysed: those with accents or in other
   * forms are missing.
   */
  quickHits(text: string): Hit[] {
    const small = inSmallLetters(text)
    const starts = new Map<number, number>()
    for (const each of this.#beginnings) {
      for (let from = small.indexOf(each); from >= 0; from = small.indexOf(each, from + each.length)) {
        if (from > 0 && IN_WORD.test(text[from - 1]!)) continue
        REST_OF_RUN.lastIndex = from + each.length
        REST_OF_RUN.test(text)
        starts.set(from, REST_OF_RUN.lastIndex)
      }
    }
    const hits: Hit[] = []
    let last = 0
    for (const [from, to] of [...starts].sort(([one], [other]) => one - other)) {
      if (from >= last) this.#addHit(hits, text.slice(from, to), from)
      last = Math.max(last, to)
    }
    return hits
  }

  /** True if a text has words that begin like a term once they are written as they are analysed. */
  mayHide(text: string): boolean {
    if (!FOLDABLE.test(text)) return false
    const written = comparable(text)
    return this.#beginnings.some((each) => written.includes(each))
  }

  /** The marked words of a text, all of whose words are analysed. */
  hits(text: string): Hit[] {
    const hits: Hit[] = []
    for (const { 0: run, index } of text.matchAll(ANY_RUN)) this.#addHit(hits, run, index)
    return hits
  }

  #addHit(hits: Hit[], run: string, from: number): void {
    const term = termsOf(run).find((each) => this.#terms.has(each))
    if (term !== undefined) hits.push({ from, to: from + run.length, term })
  }

  /** A title in its inline markup, with its words marked. */
  title(markup: string): string {
    const pieces = titlePieces(markup)
    const hits = this.hits(pieces.map(({ text }) => text).join(''))
    let before = 0
    return pieces
      .map((piece) => {
        const from = before
        before += piece.text.length
        const inPiece = hits.map((hit) => ({ ...hit, from: hit.from - from, to: hit.to - from }))
        return inMarks(piece, withMarks(piece.text, inPiece))
      })
      .join('')
  }
}

/** Of the same length: one capital alone becomes two characters. */
const inSmallLetters = (text: string): string => text.replaceAll('\u0130', 'I').toLowerCase()

const inMarks = ({ marks }: TitlePiece, html: string): string =>
  marks.reduceRight((inner, mark) => `<${mark}>${inner}</${mark}>`, html)

/** A plain text as HTML, with these words marked as far as they are in it. */
function withMarks(text: string, hits: readonly Hit[]): string {
  let html = ''
  let at = 0
  for (const hit of hits) {
    const [from, to] = [Math.max(hit.from, at), Math.min(hit.to, text.length)]
    if (from >= to) continue
    html += `${escapeText(text.slice(at, from))}<mark>${escapeText(text.slice(from, to))}</mark>`
    at = to
  }
  return html + escapeText(text.slice(at))
}

/** What an article is filtered by. */
export interface Place {
  standing: string
  categoryId: string
  volumeId: string | null
  year: string
  authors: readonly string[]
}

// Marks are indexed like words. No word of a text begins like them.
const mark = (kind: string, value: string) => `§${kind}${value}`

/** One sign may stand for a sentence; PostgreSQL indexes no word of more than 2,046 bytes. */
const KEY_MAX = 200

/** Names that are written alike are one author. */
export const authorKey = (name: string): string => [...analysed(name).join('_')].slice(0, KEY_MAX).join('')

/** DOIs have capitals and signs that nobody copies alike. */
const doiKey = (doi: string): string => (doi.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('_').slice(0, KEY_MAX)

export const MARKS = {
  standing: (standing: string) => mark('s', standing),
  category: (id: string) => mark('c', id),
  volume: (id: string) => mark('v', id),
  year: (year: string) => mark('y', year),
  author: (name: string) => mark('a', authorKey(name)),
  doi: (doi: string) => mark('d', doiKey(doi)),
  orcid: (orcid: string) => mark('o', orcid),
  firstAuthor: (word: string) => mark('f', word),
  keyword: (keyword: string) => mark('k', authorKey(keyword)),
}

/** What an article is known by, besides: a query of one of these finds it before all others. */
export interface Names {
  doi: string | null
  orcids: readonly string[]
  /** The first author's family name, or their whole name. */
  firstAuthor: string
  keywords: readonly string[]
}

/** More keywords than this are not found as such. */
const MOST_KEYWORDS = 50

export const marksOf = (
  { standing, categoryId, volumeId, year, authors }: Place,
  { doi, orcids, firstAuthor, keywords }: Names,
): string =>
  [
    ...(standing === 'current' ? [] : [MARKS.standing(standing)]),
    MARKS.category(categoryId),
    ...(volumeId === null ? [] : [MARKS.volume(volumeId)]),
    MARKS.year(year),
    ...authors.map(MARKS.author),
    ...(doi === null ? [] : [MARKS.doi(doi)]),
    ...orcids.map(MARKS.orcid),
    ...analysed(firstAuthor).map(MARKS.firstAuthor),
    ...keywords.slice(0, MOST_KEYWORDS).map(MARKS.keyword),
  ].join(' ')

/** The passages of articles as they are stored, as JSON by article; of its full text, or else of its PDF. */
export async function storedPassages(db: Db, articleIds: readonly string[]): Promise<Map<string, string>> {
  if (!articleIds.length) return new Map()
  const { rows } = await sql<{ article_id: string; passages: string }>`
    select article_id, passages from pdf_texts where passages is not null and article_id in (${sql.join(articleIds)})
    union all
    select article_id, passages from full_texts where passages is not null and article_id in (${sql.join(articleIds)})`.execute(
    db,
  )
  // The later ones replace the earlier ones.
  return new Map(rows.map(({ article_id, passages }) => [article_id, passages]))
}

export async function loadPassages(db: Db, articleId: string): Promise<Passage[]> {
  const json = (await storedPassages(db, [articleId])).get(articleId)
  return json === undefined ? [] : (JSON.parse(json) as Passage[])
}

type Shown = SearchResult['passages'][number]

const MOST_PASSAGES = 2
/** About three lines. */
const LENGTH = 260
/** How much of the sentence is shown before the first marked word. */
const LEAD = 70

interface Candidate {
  passage: Passage
  hits: Hit[]
  /** How many different terms it holds. */
  terms: number
}

/** The best passages of an article, cut and marked, and how many more are as good as the best. */
export function cutPassages(passages: readonly Passage[], marker: Marker): { passages: Shown[]; morePassages: number } {
  let candidates = candidatesIn(passages, (text) => marker.quickHits(text))
  if (!candidates.length) candidates = candidatesIn(passages, (text) => (marker.mayHide(text) ? marker.hits(text) : []))
  if (!candidates.length) return { passages: [], morePassages: 0 }
  const most = Math.max(...candidates.map(({ terms }) => terms))
  const best = candidates.toSorted((one, other) => other.terms - one.terms).slice(0, MOST_PASSAGES)
  const asGood = candidates.filter(({ terms }) => terms === most).length
  return {
    passages: best.map(cut),
    morePassages: asGood - best.filter(({ terms }) => terms === most).length,
  }
}

function candidatesIn(passages: readonly Passage[], hitsIn: (text: string) => Hit[]): Candidate[] {
  return passages.flatMap((passage) => {
    const hits = hitsIn(passage.text)
    return hits.length ? [{ passage, hits, terms: new Set(hits.map(({ term }) => term)).size }] : []
  })
}

function cut({ passage, hits }: Candidate): Shown {
  const { section, part, anchor, text } = passage
  const [from, to] = windowOf(text, hits)
  const inWindow = hits.map((hit) => ({ ...hit, from: hit.from - from, to: hit.to - from }))
  const html = withMarks(text.slice(from, to), inWindow)
  return { section, part, anchor, text: `${from > 0 ? '… ' : ''}${html}${to < text.length ? ' …' : ''}` }
}

/** The part of a text with the most different terms, cut between words. */
function windowOf(text: string, hits: readonly Hit[]): [from: number, to: number] {
  if (text.length <= LENGTH) return [0, text.length]
  let best = { from: 0, terms: 0 }
  for (const [at, { from }] of hits.entries()) {
    const terms = new Set<string>()
    for (let next = at; next < hits.length && hits[next]!.to <= from + LENGTH - LEAD; next++)
      terms.add(hits[next]!.term)
    if (terms.size > best.terms) best = { from, terms: terms.size }
  }
  const from = wordStart(text, Math.max(0, Math.min(best.from - LEAD, text.length - LENGTH)))
  return [from, wordEnd(text, Math.min(text.length, from + LENGTH))]
}

function wordStart(text: string, from: number): number {
  if (from === 0) return 0
  const space = text.indexOf(' ', from - 1)
  return space < 0 || space > from + 40 ? from : space + 1
}

function wordEnd(text: string, to: number): number {
  if (to === text.length) return to
  const space = text.lastIndexOf(' ', to)
  return space < to - 40 ? to : space
}
