import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { plainTitle, titleHtml } from '../../contract/inline-markup.ts'

/** A title without its marks: 'CO<sub>2</sub>' as 'CO2'. What is escaped in it stays so. */
export const unmarkedTitle = ['i', 'sub', 'sup']
  .flatMap((mark) => [`<${mark}>`, `</${mark}>`])
  .reduce((title, tag) => sql<string>`replace(${title}, ${sql.lit(tag)}, '')`, sql<string>`articles.title`)

/**
 * True for articles where every word of `q` stands in the title, the submitter's name or a
 * contributor's name, in any case of letters.
 */
export function mentions(q: string): RawBuilder<SqlBool> {
  const words = [...new Set(plainTitle(q).split(/\s+/).filter(Boolean))]
  return words.length ? sql`(${sql.join(words.map(mentionsWord), sql` and `)})` : sql<SqlBool>`1 = 1`
}

const mentionsWord = (word: string): RawBuilder<SqlBool> => sql`(
  ${holds(unmarkedTitle, titleHtml(word))}
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
  // eslint-disable-next-line no-control-regex -- ASCII is what is meant
  if (/^[\u0000-\u007F]*$/.test(word)) return [word]
  const lower = word.toLowerCase()
  const [first = ''] = lower
  return [...new Set([lower, word.toUpperCase(), first.toUpperCase() + lower.slice(first.length)])]
}

/** For LIKE, what a person types is text: wildcards in it stand for themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
