import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { plainTitle } from '../../contract/domain/inline-markup.ts'
import { holdsWord, wordsOf } from '../database/search.ts'

/** `plainTitle` of the contract in SQL: first strips the marks, then decodes the escaped characters. */
export const plainTitleSql = [
  ...['i', 'sub', 'sup'].flatMap((mark) => [`<${mark}>`, `</${mark}>`]).map((tag) => [tag, '']),
  ...[
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&amp;', '&'],
  ],
].reduce(
  (title, [from, to]) => sql<string>`replace(${title}, ${sql.lit(from)}, ${sql.lit(to)})`,
  sql<string>`articles.title`,
)

/**
 * True for articles in which every word of `q` occurs in the title, the submitter's name or a contributor's
 * name, in any letter case.
 */
export function mentions(q: string): RawBuilder<SqlBool> {
  const words = wordsOf(plainTitle(q))
  return words.length ? sql`(${sql.join(words.map(mentionsWord), sql` and `)})` : sql<SqlBool>`1 = 1`
}

const mentionsWord = (word: string): RawBuilder<SqlBool> => sql`(
  ${holdsWord(plainTitleSql, word)}
  or exists (select 1 from users where users.id = articles.submitter_id and ${holdsWord(sql.ref('users.full_name'), word)})
  or exists (select 1 from article_contributors
    inner join contributors on contributors.id = article_contributors.contributor_id
    where article_contributors.article_id = articles.id and ${holdsWord(sql.ref('contributors.full_name'), word)}))`
