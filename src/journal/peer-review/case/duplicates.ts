import { RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import { sql } from 'kysely'
import type { CaseView } from '../../../contract/api/case-view.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { recusedArticles } from '../recusal.ts'
import { editedArticles } from '../who-sees.ts'
import { headsThatHold, searchWords } from '../../../platform/search-engine/matches.ts'

type Duplicate = CaseView['checks']['duplicates'][number]

/** For whom duplicates are sought: what they must not know of is left out. */
export interface Searcher {
  userId: string
  /** False: they learn of no other manuscript but those that they edit, and of public articles. */
  isAdministrator: boolean
}

interface Manuscript {
  id: string
  title: string
  submitter_id: string | null
}

const MOST = 10
/** Of a short title everything would be a duplicate. */
const FEWEST_WORDS = 4

/** Other articles with the words of the title, with the same file, or declined and of the same submitter: four queries. */
export async function possibleDuplicates(db: Db, manuscript: Manuscript, searcher: Searcher): Promise<Duplicate[]> {
  const words = searchWords(plainTitle(manuscript.title))
  const alike = words.length < FEWEST_WORDS ? [] : await articlesWith(db, words)
  const titled = alike.length ? await others(db, manuscript, searcher).where('articles.id', 'in', alike).execute() : []
  const filed = await others(db, manuscript, searcher)
    .where(
      'articles.id',
      'in',
      sql<string>`(select other_link.article_id from article_files as own_link
        join files as own_file on own_file.id = own_link.file_id
        join files as other_file on other_file.sha256 = own_file.sha256
        join article_files as other_link on other_link.file_id = other_file.id
        where own_link.article_id = ${manuscript.id})`,
    )
    .execute()
  const declined =
    manuscript.submitter_id === null
      ? []
      : await others(db, manuscript, searcher)
          .innerJoin('review_cases', 'review_cases.article_id', 'articles.id')
          .where('articles.submitter_id', '=', manuscript.submitter_id)
          .where('review_cases.stage', '=', 'declined')
          .execute()
  const found = [
    ...filed.map((row) => present(row, 'file')),
    ...titled.map((row) => present(row, 'title')),
    ...declined.map((row) => present(row, 'declined')),
  ]
  return [...new Map(found.toReversed().map((one) => [one.articleId, one])).values()].toReversed()
}

async function articlesWith(db: Db, words: readonly string[]): Promise<string[]> {
  const heads = await db
    .selectFrom(headsThatHold(db, { words }, 2 * MOST).as('found'))
    .crossJoin('article_heads as head')
    .whereRef('head.no', '=', 'found.no')
    .select('head.article_id')
    .execute()
  return heads.map(({ article_id }) => article_id)
}

const others = (db: Db, { id }: Manuscript, { userId, isAdministrator }: Searcher) => {
  const query = db
    .selectFrom('articles')
    .select((select) => [
      'articles.id',
      'articles.title',
      select
        .exists(
          select
            .selectFrom('public_articles')
            .select(sql`1`.as('one'))
            .whereRef('public_articles.id', '=', 'articles.id'),
        )
        .as('is_public'),
    ])
    .where('articles.id', '<>', id)
    .where('articles.type', '=', RESEARCH_ARTICLE)
    .orderBy('articles.created_at', 'desc')
    .limit(MOST)
  const seen = query.where('articles.id', 'not in', recusedArticles(userId))
  return isAdministrator
    ? seen
    : seen.where(
        'articles.id',
        'in',
        sql<string>`(select id from public_articles union select article_id from ${editedArticles(userId)} as edited)`,
      )
}

const present = (
  { id, title, is_public }: { id: string; title: string; is_public: unknown },
  why: Duplicate['why'],
): Duplicate => ({ articleId: id, titleText: plainTitle(title), why, isPublic: Boolean(is_public) })
