import { sql, type Expression, type SqlBool } from 'kysely'

/** Each word is searched for in every row: a hundred of them would block others for a second. */
const MOST_WORDS = 10

/** The first words of a search, each matched separately. */
export const wordsOf = (search: string): string[] =>
  [...new Set(search.split(/\s+/).filter((word) => word !== ''))].slice(0, MOST_WORDS)

/**
 * True if a text column contains the word, in any letter case. SQLite's `lower` knows only A to Z, so a word
 * with other letters is searched for in its usual spellings: small, Capitalised, LARGE.
 */
export const holdsWord = (column: Expression<string> | ReturnType<typeof sql.ref>, word: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    spellings(word).map((spelling) => sql`lower(${column}) like ${`%${escaped(spelling)}%`} escape '\\'`),
    sql` or `,
  )})`

/** What `lower` makes of the usual spellings of a word, on either database. */
export const spellings = (word: string): string[] => {
  const small = word.toLowerCase()
  const capitalised = small.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  return [...new Set([small, capitalised, word.toUpperCase(), word].map(withSmallLatin))]
}

/** The result of SQLite's `lower`. */
const withSmallLatin = (word: string): string => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** `%` and `_` are escaped. */
const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')
