import type { SearchAnswer } from '../../contract/api/search.ts'
import { pageMeta } from '../../contract/domain/page-numbers.ts'
import { SEARCH_FILTERS, type SearchFilter, type SearchSort } from '../../contract/domain/search.ts'
import { publicArticlesOf } from '../articles/queries.ts'
import type { Db } from '../database/connect.ts'
import type { Page } from '../database/list-pages.ts'
import type { Passage } from '../jats/html/render.ts'
import { conditionOf, type Condition } from './expression.ts'
import { facetsOf, passes, type Filters } from './facets.ts'
import { Marker } from './marked.ts'
import { MARKS } from './marks.ts'
import { findMatches, findNewest, newestFirst, type Match, type Matches } from './matches.ts'
import { cutPassages } from './passage-cuts.ts'
import { storedPassages } from './passages.ts'
import { groupsOf, type Group } from './query.ts'

export interface SearchInput extends Page, Filters {
  q: string
  sort: SearchSort
}

/** Finds public articles. Without a word that tells articles apart it lists the newest. */
export async function findArticles(db: Db, input: SearchInput): Promise<SearchAnswer> {
  const groups = groupsOf(input.q)
  const condition = conditionOf(groups)
  const matching = (filters: Filters) => matchesOf(db, [...condition, ...conditionsOf(filters)])
  const all = await matching(NO_FILTERS)
  // Of so many that not all were looked at, those with the filters are looked for by themselves.
  const isFiltered = SEARCH_FILTERS.some((filter) => input[filter].length > 0)
  const filtered = all.limited && isFiltered ? await matching(input) : all
  const but = new Map<SearchFilter, readonly Match[]>()
  for (const filter of SEARCH_FILTERS) {
    const apart = all.limited && isFiltered && input[filter].length > 0
    const source = apart ? await matching({ ...input, [filter]: [] }) : filtered
    but.set(
      filter,
      source.found.filter((match) => passes(match, input, filter)),
    )
  }
  const found = filtered.found.filter((match) => passes(match, input))
  if (input.sort !== 'best') found.sort(newestFirst)
  if (input.sort === 'oldest') found.reverse()
  const from = (input.page - 1) * input.limit
  const shown = found.slice(from, from + input.limit).map(({ articleId }) => articleId)
  return {
    data: await resultsOf(db, shown, groups),
    meta: pageMeta(input.page, input.limit, found.length),
    limited: filtered.limited,
    words: groups.map(({ typed }) => typed),
    corrected: null,
    names: [],
    facets: await facetsOf(db, input, (filter) => but.get(filter)!),
  }
}

const NO_FILTERS: Filters = { category: [], year: [], volume: [], author: [] }

const conditionsOf = (filters: Filters): Condition =>
  SEARCH_FILTERS.filter((filter) => filters[filter].length > 0).map((filter) =>
    filters[filter].map((value) => [MARKS[filter](value)]),
  )

const matchesOf = (db: Db, condition: Condition): Promise<Matches> =>
  condition.length ? findMatches(db, condition, false) : findNewest(db)

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
