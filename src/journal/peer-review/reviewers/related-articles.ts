import { RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { headsThatHoldAny } from '../../../platform/search-engine/matches.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import type { Manuscript } from './manuscript.ts'
import { keywordList } from '../../../contract/rules/articles/keywords.ts'
import { analysed } from '../../../platform/search-engine/analyser.ts'

/** So many words of a manuscript are compared: its keywords first. */
const WORDS_MAX = 40
const SHORTEST = 4
/** Words of titles that say nothing about a topic. */
const COMMON = new Set(
  `about above across after against along among analysis based before between case change changes data different
  during effect effects evidence first five four from high implications influence into long looking more most near
  need over role some study studies their them three through toward towards under upon using with within without`.split(
    /\s+/,
  ),
)

/** The beginning that a word shares with its plural. */
const stem = (word: string): string => (word.length > SHORTEST && word.endsWith('s') ? word.slice(0, -1) : word)

const telling = (text: string): string[] =>
  analysed(text)
    .filter((word) => word.length >= SHORTEST && !COMMON.has(word))
    .map(stem)

/** What a text is about, as beginnings of analysed words: those of its keywords, then those of its title. */
export const topicOf = ({ title, keywords }: { title: string; keywords: string }): string[] =>
  [...new Set([keywords, plainTitle(title)].flatMap(telling))].slice(0, WORDS_MAX)

/** Those of the keywords that a topic has too. */
export const sharedKeywords = (keywords: string, topic: readonly string[]): string[] => {
  const known = new Set(topic)
  return keywordList(keywords).filter((keyword) => telling(keyword).some((word) => known.has(word)))
}

/** So many articles are compared: those added last with a word of the topic, and the newest of the category. */
const BY_WORDS_MAX = 300
const BY_CATEGORY_MAX = 100
/** So many of them count as related. */
const RELATED_MAX = 60

/** An author of a published article on the topic of a manuscript. */
export interface RelatedAuthor {
  fullName: string
  email: string
  orcid: string | null
  affiliation: string
  /** The title of the closest article, as plain text. */
  title: string
  year: string
  /** How much of the topic the article shares; for the order alone. */
  closeness: number
}

/** Authors of published articles on the topic of a manuscript, those of the closest articles first: four queries. */
export async function relatedAuthors(db: Db, manuscript: Manuscript): Promise<RelatedAuthor[]> {
  const related = await relatedArticles(db, manuscript)
  if (!related.length) return []
  const ids = related.map(({ id }) => id)
  const people = (await loadAuthors(db, ids)).filter(({ isGroup, email }) => !isGroup && email !== '')
  const peopleOf = Map.groupBy(people, ({ articleId }) => articleId)
  const authors = new Map<string, RelatedAuthor>()
  for (const { id, title, year, closeness } of related) {
    for (const person of peopleOf.get(id) ?? []) {
      const { fullName, orcidId: orcid, affiliation } = person
      const email = person.email.toLowerCase()
      const key = orcid ?? email
      if (!authors.has(key)) authors.set(key, { fullName, email, orcid, affiliation, title, year, closeness })
    }
  }
  return [...authors.values()]
}

async function relatedArticles(db: Db, manuscript: Manuscript) {
  const topic = topicOf(manuscript)
  const byWords = topic.length
    ? await db
        .selectFrom(headsThatHoldAny(db, topic, BY_WORDS_MAX).as('found'))
        .innerJoin('article_heads as head', 'head.no', 'found.no')
        .select('head.article_id as id')
        .where('head.status', '=', 'published')
        .execute()
    : []
  const byCategory = await db
    .selectFrom('article_heads')
    .select('article_id as id')
    .where('category_id', '=', manuscript.categoryId)
    .where('status', '=', 'published')
    .orderBy('created_at', 'desc')
    .limit(BY_CATEGORY_MAX)
    .execute()
  const ids = [...new Set([...byWords, ...byCategory].map(({ id }) => id))].filter((id) => id !== manuscript.id)
  if (!ids.length) return []
  const rows = await db
    .selectFrom('public_articles')
    .select(['id', 'title', 'keywords', 'category_id', 'published_at'])
    .where('id', 'in', ids)
    .where('type', '=', RESEARCH_ARTICLE)
    .execute()
  const known = new Set(topic)
  return rows
    .map(({ id, title, keywords, category_id, published_at }) => {
      const words = topicOf({ title, keywords }).filter((word) => known.has(word)).length
      const closeness =
        2 * sharedKeywords(keywords, topic).length + words + (category_id === manuscript.categoryId ? 1 : 0)
      return { id, title: plainTitle(title), year: published_at!.slice(0, 4), closeness, isRelated: words > 0 }
    })
    .filter(({ isRelated }) => isRelated)
    .sort((one, other) => other.closeness - one.closeness || (one.id < other.id ? -1 : 1))
    .slice(0, RELATED_MAX)
}
