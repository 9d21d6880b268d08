import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { plainTitle } from '../../contract/inline-markup.ts'

/** `plainTitle` of the contract as the database reads it: marks first, then what is escaped. */
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
 * True for articles where every word of `q` stands in the title, the submitter's name or a
 * contributor's name, in any case of letters.
 */
export function mentions(q: string): RawBuilder<SqlBool> {
  const words = [...new Set(plainTitle(q).split(/\s+/).filter(Boolean))]
  return words.length ? sql`(${sql.join(words.map(mentionsWord), sql` and `)})` : sql<SqlBool>`1 = 1`
}

const mentionsWord = (word: string): RawBuilder<SqlBool> => sql`(
  ${holds(plainTitleSql, word)}
  or exists (select 1 from users where users.id = articles.submitter_id and ${holds(sql`users.full_name`, word)})
  or exists (select 1 from article_contributors
    inner join contributors on contributors.id = article_contributors.contributor_id
    where article_contributors.article_id = articles.id and ${holds(sql`contributors.full_name`, word)}))`

const holds = (text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    writings(word).map((form) => sql`lower(${text}) like lower(${`%${literal(form)}%`}) escape '\\'`),
    sql` or `,
  )})`

/** Databases may lower the letters of ASCII alone: of others, the ways they are commonly written are tried. */
function writings(word: string): string[] {
  if (/^[\u0000-\u007F]*$/.test(word)) return [word]
  const lower = word.toLowerCase()
  const [first = ''] = lower
  return [...new Set([lower, word.toUpperCase(), first.toUpperCase() + lower.slice(first.length)])]
}

/** For LIKE, what a person types is text: wildcards in it stand for themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
