import type { SearchAnswer } from '../../../contract/api/search.ts'
import { pageMeta } from '../../../contract/rules/site/page-numbers.ts'
import { SEARCH_FILTERS, type SearchFilter, type SearchSort } from '../../../contract/rules/site/search.ts'
import { type Standing, STANDING_WORDS, STANDINGS } from '../../../contract/rules/articles/notices.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Page } from '../../../platform/database/list-pages.ts'
import type { Passage } from '../../documents/jats/html/render.ts'
import { loadPublicArticles } from '../../publication/articles/queries.ts'
import { authorKey, cutPassages, Marker, MARKS, storedPassages } from './marked.ts'
import { findMatches, findNewest, type Match, newestFirst } from './matches.ts'
import { type Condition, type Group, groupsOf, indexedOnes } from './query.ts'
import { understand, type Understood } from './understand.ts'

export interface SearchInput extends Page, Filters {
  q: string
  exact: boolean
  sort: SearchSort
}

/** Finds public articles. Without a word that tells articles apart it lists the newest. */
export async function findArticles(db: Db, input: SearchInput): Promise<SearchAnswer> {
  const { groups, corrected, standFor, ...understood } = await understoodAs(db, input)
  const standings = await loadStandings(db)
  const found = await filtered(db, understood, input, standings)
  const listed = sorted(found.listed, input.sort)
  const from = (input.page - 1) * input.limit
  const shown = listed.slice(from, from + input.limit).map(({ articleId }) => articleId)
  return {
    data: await loadResults(db, shown, groups),
    meta: pageMeta(input.page, input.limit, listed.length),
    limited: found.limited,
    words: groups.map(({ typed }) => typed),
    corrected,
    names: standFor,
    facets: await loadFacets(db, input, found.matchesBut, standings),
  }
}

async function understoodAs(db: Db, { q, exact }: SearchInput): Promise<Understood> {
  if (indexedOnes(groupsOf(q)).length) return understand(db, q, exact)
  const nothing = { groups: [], condition: [], corrected: null, standFor: [], nearest: [], isLoose: false }
  return { ...nothing, all: await findNewest(db) }
}

/** The matches with the chosen values of filters, and those that each filter chooses from. */
async function filtered(
  db: Db,
  { all, condition, nearest, isLoose }: Pick<Understood, 'all' | 'condition' | 'nearest' | 'isLoose'>,
  filters: Filters,
  standings: Standings,
) {
  const isFiltered = SEARCH_FILTERS.some((filter) => filters[filter].length > 0)
  // Of so many that not all were looked at, those with the chosen values are looked for by themselves.
  const isApart = all.limited && isFiltered && !isLoose
  const matching = async (chosen: Filters) => (isApart ? findMatches(db, [...condition, ...conditionsOf(chosen)]) : all)
  const { found, limited } = await matching(filters)
  const but = new Map<SearchFilter, readonly Match[]>()
  for (const filter of SEARCH_FILTERS) {
    const source = filters[filter].length ? (await matching({ ...filters, [filter]: [] })).found : found
    but.set(
      filter,
      withFirst(nearest, source).filter((match) => passes(match, filters, standings, filter)),
    )
  }
  const listed = withFirst(nearest, found).filter((match) => passes(match, filters, standings))
  return { listed, limited, matchesBut: (filter: SearchFilter) => but.get(filter)! }
}

/** Matches with these before all others, each once. */
function withFirst(first: readonly Match[], matches: readonly Match[]): readonly Match[] {
  return first.length ? [...new Map([...first, ...matches].map((match) => [match.no, match])).values()] : matches
}

function sorted(matches: readonly Match[], sort: SearchSort): readonly Match[] {
  if (sort === 'best') return matches
  const newest = matches.toSorted(newestFirst)
  return sort === 'newest' ? newest : newest.reverse()
}

const conditionsOf = (filters: Filters): Condition =>
  SEARCH_FILTERS.filter((filter) => filters[filter].length > 0).map((filter) =>
    filters[filter].map((value) => [MARKS[filter](value)]),
  )

async function loadResults(db: Db, ids: readonly string[], groups: readonly Group[]): Promise<SearchAnswer['data']> {
  const articles = await loadPublicArticles(db, ids)
  const marker = new Marker(groups.flatMap(({ any }) => any.flat()))
  const passages = groups.length ? await storedPassages(db, ids) : new Map<string, string>()
  return articles.map((article) => {
    const json = passages.get(article.id)
    return {
      article,
      title: marker.title(article.title),
      ...cutPassages(json === undefined ? [] : (JSON.parse(json) as Passage[]), marker),
    }
  })
}

type Filters = Readonly<Record<SearchFilter, readonly string[]>>

/** So many values of a filter are offered, besides those that are chosen. */
const MOST_VALUES: Record<SearchFilter, number> = { standing: 4, category: 30, year: 30, volume: 20, author: 12 }

/** Where articles stand of which notices have been published: few among many. */
type Standings = ReadonlyMap<string, string>

async function loadStandings(db: Db): Promise<Standings> {
  const rows = await db.selectFrom('articles').select(['id', 'standing']).where('standing', '<>', 'current').execute()
  return new Map(rows.map(({ id, standing }) => [id, standing]))
}

const VALUES: Record<SearchFilter, (match: Match, standings: Standings) => readonly string[]> = {
  standing: ({ articleId }, standings) => [standings.get(articleId)].filter((standing) => standing !== undefined),
  category: ({ categoryId }) => [categoryId],
  year: ({ publishedAt }) => [publishedAt.slice(0, 4)],
  volume: ({ volumeId }) => (volumeId === null ? [] : [volumeId]),
  author: ({ authors }) => (authors === '' ? [] : authors.split('\n')),
}
const keyOf = (filter: SearchFilter, value: string): string => (filter === 'author' ? authorKey(value) : value)

/** True if a match has one of the values of each filter that has any. */
function passes(match: Match, filters: Filters, standings: Standings, but?: SearchFilter): boolean {
  return SEARCH_FILTERS.every((filter) => {
    const wanted = filters[filter]
    if (!wanted.length || filter === but) return true
    const keys = wanted.map((value) => keyOf(filter, value))
    return VALUES[filter](match, standings).some((value) => keys.includes(keyOf(filter, value)))
  })
}

/**
 * How many matches have each value, of those that pass the other filters: choosing one more value of a filter widens
 * it. `matchesBut` gives them for each filter.
 */
async function loadFacets(
  db: Db,
  filters: Filters,
  matchesBut: (filter: SearchFilter) => readonly Match[],
  standings: Standings,
): Promise<SearchAnswer['facets']> {
  const counted = (filter: SearchFilter) => countValues(filter, filters[filter], matchesBut(filter), standings)
  const [category, volume] = [counted('category'), counted('volume')]
  const categories = await loadNames(db, 'categories', category)
  const volumes = await loadNames(db, 'volumes', volume)
  const named = (values: readonly Counted[], nameOf: (value: string) => string | undefined) =>
    values.flatMap(({ value, articles, isChosen }) => {
      const name = nameOf(value)
      return name === undefined ? [] : [{ value, name, articles, isChosen }]
    })
  const byNumber = <T extends { name: string; articles: number }>(values: T[]): T[] =>
    values.sort((one, other) => other.articles - one.articles || one.name.localeCompare(other.name, 'en'))
  return {
    standing: named(counted('standing'), (standing) => STANDING_WORDS[standing as keyof typeof STANDING_WORDS]).sort(
      (one, other) => STANDINGS.indexOf(one.value as Standing) - STANDINGS.indexOf(other.value as Standing),
    ),
    category: byNumber(named(category, (id) => categories.get(id))),
    volume: byNumber(named(volume, (id) => volumes.get(id))),
    year: named(counted('year'), (year) => year).sort((one, other) => (one.value < other.value ? 1 : -1)),
    author: named(counted('author'), (name) => name),
  }
}

interface Counted {
  value: string
  articles: number
  isChosen: boolean
}

function countValues(
  filter: SearchFilter,
  chosen: readonly string[],
  matches: readonly Match[],
  standings: Standings,
): Counted[] {
  const byValue = new Map<string, Counted>()
  for (const match of matches) {
    for (const value of VALUES[filter](match, standings)) {
      const counted = byValue.get(value)
      if (counted) counted.articles++
      else byValue.set(value, { value, articles: 1, isChosen: false })
    }
  }
  // What is chosen is offered even if nothing has it, so that it can be taken back.
  for (const value of chosen) if (!byValue.has(value)) byValue.set(value, { value, articles: 0, isChosen: true })
  for (const value of chosen) byValue.get(value)!.isChosen = true
  const all = [...byValue.values()].sort(
    (one, other) => other.articles - one.articles || (one.value < other.value ? -1 : 1),
  )
  return all.filter(({ isChosen }, at) => isChosen || at < MOST_VALUES[filter])
}

async function loadNames(
  db: Db,
  table: 'categories' | 'volumes',
  values: readonly Counted[],
): Promise<Map<string, string>> {
  const ids = values.map(({ value }) => value)
  if (!ids.length) return new Map()
  const rows =
    table === 'categories'
      ? await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute()
      : await db.selectFrom('volumes').select(['id', 'title as name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
