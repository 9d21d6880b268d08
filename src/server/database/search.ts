import { sql, type Expression, type SqlBool } from 'kysely'

/** Each word is looked for in every row: a hundred of them would take a second that everybody waits. */
const MOST_WORDS = 10

/** The first words of a search, each to be found by itself. */
export const wordsOf = (search: string): string[] =>
  [...new Set(search.split(/\s+/).filter((word) => word !== ''))].slice(0, MOST_WORDS)

/**
 * True where a text column holds the word, in any letter case. SQLite's `lower` knows only A to Z, so
 * that a word with other letters is looked for as it is usually written: small, Capitalised, LARGE.
 */
export const holdsWord = (column: Expression<string> | ReturnType<typeof sql.ref>, word: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    spellings(word).map((spelling) => sql`lower(${column}) like ${`%${escaped(spelling)}%`} escape '\\'`),
    sql` or `,
  )})`

const spellings = (word: string): string[] => {
  const small = word.toLowerCase()
  const capitalised = small.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  return [...new Set([small, capitalised, word.toUpperCase(), word].map(withSmallLatin))]
}

/** As SQLite's `lower` leaves it. */
const withSmallLatin = (word: string): string => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** `%` and `_` stand for themselves. */
const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')
