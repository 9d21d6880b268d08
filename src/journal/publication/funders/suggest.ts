import { sql } from 'kysely'
import { FUNDERS_SUGGESTED } from '../../../contract/api/funders.ts'
import { type Funder, funderWords, wordsOfFunder } from '../../../contract/rules/articles/funders.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { KNOWN_FUNDERS } from './known-funders.ts'

/** Every keystroke is a search: further words, and further funders with the longest of them, are left out. */
const WORDS_SEARCHED = 5
const CANDIDATES = 200

const known = KNOWN_FUNDERS.map((funder) => ({ funder, words: wordsOfFunder(funder) }))

const byLength = (one: Funder, other: Funder): number =>
  one.name.length - other.name.length || (one.name < other.name ? -1 : 1)

/** Funders in whose names every word begins a word: those of the loaded list, and the few that come with the program. */
export async function suggestFunders(db: Db, q: string): Promise<Funder[]> {
  const words = funderWords(q)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, WORDS_SEARCHED)
  if (!words.length) return []
  const found = new Map<string, Funder>()
  for (const { funder, words: its } of known) {
    if (!words.every((word) => its.some((each) => each.startsWith(word)))) continue
    found.set(funder.ror, { ror: funder.ror, name: funder.name, country: funder.country })
  }
  for (const funder of await listedFunders(db, words)) found.set(funder.ror, funder)
  return [...found.values()].toSorted(byLength).slice(0, FUNDERS_SUGGESTED)
}

async function listedFunders(db: Db, [longest, ...others]: string[]): Promise<Funder[]> {
  const begins = (alias: string, word: string) =>
    sql<boolean>`${sql.ref(`${alias}.word`)} >= ${word} and ${sql.ref(`${alias}.word`)} < ${word + LAST}`
  let candidates = db
    .selectFrom('funder_words as first')
    .select('first.ror')
    .distinct()
    .where(begins('first', longest!))
  for (const word of others) {
    candidates = candidates.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('funder_words as other')
          .select(sql`1`.as('one'))
          .whereRef('other.ror', '=', 'first.ror')
          .where(begins('other', word)),
      ),
    )
  }
  return db
    .selectFrom(candidates.limit(CANDIDATES).as('candidate'))
    .innerJoin('funders', 'funders.ror', 'candidate.ror')
    .select(['funders.ror', 'funders.name', 'funders.country'])
    .orderBy(sql`length(funders.name)`)
    .orderBy('funders.name')
    .limit(FUNDERS_SUGGESTED)
    .execute()
}

/** After every letter in the order of bytes. */
const LAST = '\u{10FFFF}'
