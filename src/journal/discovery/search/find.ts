import type { SearchAnswer } from '../../../contract/api/search.ts'
import { pageMeta } from '../../../contract/rules/site/page-numbers.ts'
import { SEARCH_FILTERS, type SearchFilter, type SearchSort } from '../../../contract/rules/site/search.ts'
import { publicArticlesOf } from '../../publication/articles/queries.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Page } from '../../../platform/database/list-pages.ts'
import type { Passage } from '../../documents/jats/html/render.ts'
import type { Condition } from './expression.ts'
import { facetsOf, passes, type Filters } from './facets.ts'
import { Marker } from './marked.ts'
import { MARKS } from './marks.ts'
import { findMatches, findNewest, newestFirst, type Match } from './matches.ts'
import { cutPassages } from './passage-cuts.ts'
import { storedPassages } from './passages.ts'
import { groupsOf, indexedOnes, type Group } from './query.ts'
import { understand, type Understood } from './understand.ts'

export interface SearchInput extends Page, Filters {
  q: string
  exact: boolean
  sort: SearchSort
}

/** Finds public articles. Without a word that tells articles apart it lists the newest. */
export async function findArticles(db: Db, input: SearchInput): Promise<SearchAnswer> {
  const { groups, corrected, standFor, ...understood } = await understoodOf(db, input)
  const found = await filtered(db, understood, input)
  const listed = sorted(found.listed, input.sort)
  const from = (input.page - 1) * input.limit
  const shown = listed.slice(from, from + input.limit).map(({ articleId }) => articleId)
  return {
    data: await resultsOf(db, shown, groups),
    meta: pageMeta(input.page, input.limit, listed.length),
    limited: found.limited,
    words: groups.map(({ typed }) => typed),
    corrected,
    names: standFor,
    facets: await facetsOf(db, input, found.matchesBut),
  }
}

async function understoodOf(db: Db, { q, exact }: SearchInput): Promise<Understood> {
  if (indexedOnes(groupsOf(q)).length) return understand(db, q, exact)
  const nothing = { groups: [], condition: [], corrected: null, standFor: [], nearest: [], isLoose: false }
  return { ...nothing, all: await findNewest(db) }
}

/** The matches with the chosen values of filters, and those that each filter chooses from. */
async function filtered(
  db: Db,
  { all, condition, nearest, isLoose }: Pick<Understood, 'all' | 'condition' | 'nearest' | 'isLoose'>,
  filters: Filters,
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
      withFirst(nearest, source).filter((match) => passes(match, filters, filter)),
    )
  }
  const listed = withFirst(nearest, found).filter((match) => passes(match, filters))
  return { listed, limited, matchesBut: (filter: SearchFilter) => but.get(filter)! }
}

/** Matches with these before all others. */
function withFirst(first: readonly Match[], matches: readonly Match[]): readonly Match[] {
  if (!first.length) return matches
  const known = new Set(first.map(({ no }) => no))
  return [...first, ...matches.filter(({ no }) => !known.has(no))]
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

async function resultsOf(db: Db, ids: readonly string[], groups: readonly Group[]): Promise<SearchAnswer['data']> {
  const articles = await publicArticlesOf(db, ids)
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
