import { type RawBuilder, sql } from 'kysely'
import { orcidIn } from '../../../contract/rules/people/identifiers.ts'
import { analysed } from '../../../platform/search-engine/analyser.ts'
import { STOP_WORDS, stemOf, telling, termsOf, inFts, inTsquery } from '../../../platform/search-engine/terms.ts'
import { MARKS } from './marked.ts'
import { type Db, engineOf } from '../../../platform/database/connect.ts'

/** Terms that follow one another. */
export type Phrase = readonly string[]

/** What is searched: an article holds one phrase of every group. */
export interface Group {
  /** As it was typed, without the signs around it; `raw` with them. */
  typed: string
  raw: string
  any: readonly Phrase[]
  /** Its word in small letters, if it is one. */
  word?: string
  isPhrase?: boolean
}

/** More words than this tell no article from another, but cost. */
export const MOST_GROUPS = 20
/** The same of single letters, which are in every text, and of phrases, whose words are looked for place by place. */
const MOST_LETTERS = 3
const MOST_PHRASES = 2
/** A sentence of as many characters as a query may have has about 35 words. */
export const PHRASE_MAX = 50

export const QUOTES = /["“”„«»]/g

/** The groups of a query, each once. Quotation marks hold a phrase together; nothing else is an operator. */
export function groupsOf(query: string): Group[] {
  const groups = new Map<string, Group>()
  let phrases = 0
  const add = (group: Group) => {
    const key = group.any[0]!.join(' ')
    if (!groups.has(key)) groups.set(key, group)
  }
  for (const [at, part] of query.split(QUOTES).entries()) {
    // Every second part is between quotation marks, unless the last one was never closed.
    if (at % 2 === 1) {
      const phrase = termsOf(part).slice(0, PHRASE_MAX)
      if (phrase.length > 1 && ++phrases <= MOST_PHRASES) {
        add({ typed: `“${part.trim()}”`, raw: part, any: [phrase], isPhrase: true })
        continue
      }
    }
    for (const typed of part.replaceAll(LABEL, '').split(/\s+/)) {
      const identifier = identified(typed)
      // What a text says is a phrase like others.
      if (identifier) add(++phrases <= MOST_PHRASES ? identifier : { ...identifier, any: identifier.any.slice(0, 1) })
      else for (const group of groupsOfWord(typed)) add(group)
    }
  }
  let letters = 0
  return [...groups.values()]
    .filter(({ word }) => word?.length !== 1 || ++letters <= MOST_LETTERS)
    .slice(0, MOST_GROUPS)
}

const INITIAL = /^\(?[A-Za-z]\.$/
/** What stands before an identifier and is no word of the article. */
const LABEL = /\b(?:doi|orcid(?: id)?)[\s:]*(?=10\.\d{4}|\d{4}-\d{4}-)/gi
/** As it is typed or copied: bare, or within an address. */
const DOI = /10\.\d{4,9}(?:\/|%2F)[^\s?#]+/i
const YEAR = /^((?:19|20)\d\d)[a-z]?$/

/** The article of a DOI, or the articles of an ORCID iD; besides those whose text has it. */
function identified(typed: string): Group | undefined {
  const doi = unescaped(DOI.exec(typed)?.[0])
  const orcid = doi === undefined ? orcidIn(typed) : undefined
  if (doi === undefined && orcid === undefined) return undefined
  const mark = doi === undefined ? MARKS.orcid(orcid!) : MARKS.doi(doi)
  return { typed: doi ?? orcid!, raw: typed, any: [[mark], termsOf(doi ?? orcid!).slice(0, PHRASE_MAX)] }
}

function unescaped(doi: string | undefined): string | undefined {
  try {
    return doi && decodeURIComponent(doi)
  } catch {
    return doi
  }
}

const groupsOfWord = (typed: string): Group[] => {
  // An initial may be that of a genus, whatever its letter: 'A. thaliana'.
  const words = INITIAL.test(typed) ? analysed(typed) : telling(typed)
  return words.map((word) => ({
    ...{ typed: words.length === 1 ? bare(typed) : word, raw: typed },
    // A year is that of publication as well.
    ...{ any: [[stemOf(word)], ...(YEAR.test(word) ? [[MARKS.year(word.slice(0, 4))]] : [])], word },
  }))
}

/** A word without the signs around it. */
const bare = (typed: string): string => /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?/su.exec(typed)?.[0] ?? typed

/** Without the words that are not indexed. */
export const indexedOnes = (groups: readonly Group[]): Group[] =>
  groups.filter(({ any }) => any.some((phrase) => phrase.some((term) => !STOP_WORDS.has(term))))

/** A condition on the terms of an article: it holds one phrase of each group. */
export type Condition = readonly (readonly Phrase[])[]

export const conditionOf = (groups: readonly Group[]): Condition => groups.map(({ any }) => any)

const ftsQuery = (condition: Condition): string =>
  condition
    .map((any) => any.map((phrase) => inFts(...phrase)).join(' OR '))
    .map((any) => `(${any})`)
    .join(' AND ')

const vectorQuery = (condition: Condition): string =>
  condition
    .map((any) => any.map((phrase) => phrase.map(inTsquery).join(' <-> ')))
    .map((any) => `(${any.map((phrase) => `(${phrase})`).join(' | ')})`)
    .join(' & ')

/** Numbers of articles. A lower rank is better within a tier. */
export type Found = RawBuilder<{ no: number; rank: number; tier: number }>

/** How much a word counts in marks, title, names, keywords and abstract. */
const FTS_WEIGHTS = '0.0, 10.0, 6.0, 5.0, 1.0'
/** In abstract, keywords, names and title. */
const VECTOR_WEIGHTS = '{0.1, 0.5, 0.6, 1.0}'

const selectHeads = (db: Db, condition: Condition, limit: number) => {
  if (engineOf(db) === 'sqlite') {
    return sql`select rowid as no, rank, 0 as tier from search_heads
      where search_heads match ${ftsQuery(condition)} and rank match ${sql.lit(`bm25(${FTS_WEIGHTS})`)}
      order by rank limit ${limit}`
  }
  const query = vectorQuery(condition)
  return sql`select no, -ts_rank(${sql.lit(VECTOR_WEIGHTS)}::float4[], head, ${query}::tsquery, 1) as rank, 0 as tier
    from search_vectors where head @@ ${query}::tsquery order by rank, no desc limit ${limit}`
}

/** The heads that meet a condition, the best first. */
export const rankedHeads = (db: Db, condition: Condition, limit: number): Found =>
  sql`(${selectHeads(db, condition, limit)})`

/** The texts that meet a condition, the best first. */
export function rankedBodies(db: Db, condition: Condition, limit: number): Found {
  if (engineOf(db) === 'sqlite') {
    return sql`(select rowid as no, rank, 1 as tier from search_bodies where search_bodies match ${ftsQuery(condition)}
      order by rank limit ${limit})`
  }
  const query = vectorQuery(condition)
  return sql`(select no, -ts_rank(body, ${query}::tsquery, 1) as rank, 1 as tier from search_vectors
    where body @@ ${query}::tsquery order by rank, no desc limit ${limit})`
}

const selectNewest = (db: Db, condition: Condition, limit: number) =>
  engineOf(db) === 'sqlite'
    ? sql`select rowid as no, -rowid as rank, 1 as tier from search_bodies
        where search_bodies match ${ftsQuery(condition)} order by rowid desc limit ${limit}`
    : sql`select no, -no as rank, 1 as tier from search_vectors
        where body @@ ${vectorQuery(condition)}::tsquery order by no desc limit ${limit}`

/** The texts that meet a condition, the last added first. */
export const newestBodies = (db: Db, condition: Condition, limit: number): Found =>
  sql`(${selectNewest(db, condition, limit)})`

/**
 * The heads that meet a condition, the best first, then the texts that do, the last added first: among very many their
 * rank is not worth its cost. The heads are among the texts again.
 */
export const headsThenBodies = (db: Db, condition: Condition, limit: number): Found =>
  sql`(select * from (${selectHeads(db, condition, limit)}) as heads
    union all select * from (${selectNewest(db, condition, limit)}) as bodies)`

/** What is searched of an article: what lists show of it, or everything. */
export type Part = 'head' | 'body'
const FTS_TABLES: Record<Part, string> = { head: 'search_heads', body: 'search_bodies' }

/** How many articles meet a condition, counted up to `most`. */
export function occurrences(db: Db, part: Part, condition: Condition, most: number): RawBuilder<number> {
  if (engineOf(db) === 'sqlite') {
    const table = sql.ref(FTS_TABLES[part])
    return sql`(select count(*) from (select 1 from ${table} where ${table} match ${ftsQuery(condition)} limit ${most}))`
  }
  return sql`(select count(*) from
    (select 1 from search_vectors where ${sql.ref(part)} @@ ${vectorQuery(condition)}::tsquery limit ${most}) as found)`
}
