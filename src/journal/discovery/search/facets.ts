import type { SearchAnswer } from '../../../contract/api/search.ts'
import { SEARCH_FILTERS, type SearchFilter } from '../../../contract/rules/site/search.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { authorKey } from './marks.ts'
import type { Match } from './matches.ts'

export type Filters = Readonly<Record<SearchFilter, readonly string[]>>

/** So many values of a filter are offered, besides those that are chosen. */
const MOST_VALUES: Record<SearchFilter, number> = { category: 30, year: 30, volume: 20, author: 12 }

const VALUES: Record<SearchFilter, (match: Match) => readonly string[]> = {
  category: ({ categoryId }) => [categoryId],
  year: ({ publishedAt }) => [publishedAt.slice(0, 4)],
  volume: ({ volumeId }) => (volumeId === null ? [] : [volumeId]),
  author: ({ authors }) => (authors === '' ? [] : authors.split('\n')),
}
const keyOf = (filter: SearchFilter, value: string): string => (filter === 'author' ? authorKey(value) : value)

/** True if a match has one of the values of each filter that has any. */
export function passes(match: Match, filters: Filters, but?: SearchFilter): boolean {
  return SEARCH_FILTERS.every((filter) => {
    const wanted = filters[filter]
    if (!wanted.length || filter === but) return true
    const keys = wanted.map((value) => keyOf(filter, value))
    return VALUES[filter](match).some((value) => keys.includes(keyOf(filter, value)))
  })
}

/**
 * How many matches have each value, of those that pass the other filters: choosing one more value of a filter widens
 * it. `matchesBut` gives them for each filter.
 */
export async function facetsOf(
  db: Db,
  filters: Filters,
  matchesBut: (filter: SearchFilter) => readonly Match[],
): Promise<SearchAnswer['facets']> {
  const counted = (filter: SearchFilter) => countValues(filter, filters[filter], matchesBut(filter))
  const [category, volume] = [counted('category'), counted('volume')]
  const categories = await namesOf(db, 'categories', category)
  const volumes = await namesOf(db, 'volumes', volume)
  const named = (values: readonly Counted[], nameOf: (value: string) => string | undefined) =>
    values.flatMap(({ value, articles, isChosen }) => {
      const name = nameOf(value)
      return name === undefined ? [] : [{ value, name, articles, isChosen }]
    })
  const byNumber = <T extends { name: string; articles: number }>(values: T[]): T[] =>
    values.sort((one, other) => other.articles - one.articles || one.name.localeCompare(other.name, 'en'))
  return {
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

function countValues(filter: SearchFilter, chosen: readonly string[], matches: readonly Match[]): Counted[] {
  const byValue = new Map<string, Counted>()
  for (const match of matches) {
    for (const value of VALUES[filter](match)) {
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

async function namesOf(
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
