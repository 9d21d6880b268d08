import type { SearchAnswer, SearchResult } from '../../../../contract/api/search.ts'
import { noticeKindOf } from '../../../../contract/rules/articles/notices.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import type { SearchQuery } from '../../../../contract/rules/site/search.ts'

/** Of a result's authors so many are named. */
const NAMED = 3

/** What the page shows of an answer, selected on the server: a page carries its data beside its text. */
export function searchData(query: SearchQuery, answer: SearchAnswer | null) {
  return { query, answer: answer && shownOf(answer) }
}

export type SearchData = ReturnType<typeof searchData>
export type ShownAnswer = NonNullable<SearchData['answer']>
export type Hit = ReturnType<typeof hitOf>
export type Facet = SearchAnswer['facets']['author'][number]

const shownOf = ({ data, ...answer }: SearchAnswer) => ({ ...answer, hits: data.map(hitOf) })

function hitOf({ article, title, passages, morePassages }: SearchResult) {
  const { id, category, volume, publishedAt, createdAt, contributors, author, isSample, standing } = article
  const names = contributors.map(({ contributor }) => contributor.fullName)
  return {
    id,
    title,
    category,
    isSample,
    standing,
    notice: noticeKindOf(article),
    volume: volume && { id: volume.id, name: volume.name },
    date: publishedAt ?? createdAt,
    authors:
      names.length > NAMED + 1
        ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} others`
        : joinNames(names) || author.fullName,
    passages: passages.map(({ section, part, anchor, text }) => ({ section, text, href: placeOf(id, part, anchor) })),
    morePassages,
  }
}

/** The address of a place in an article: its later parts are pages of their own. */
const placeOf = (id: string, part: number, anchor: string): string =>
  `${paths.article(id)}${part > 1 ? `?page=${part}` : ''}${anchor && `#${anchor}`}`
