import type { Db } from '../../../platform/database/connect.ts'
import { analysed } from '../../../platform/search-engine/analyser.ts'
import { STOP_WORDS, stemOf } from '../../../platform/search-engine/terms.ts'
import { MARKS } from './marked.ts'
import { type Match, publicOnes } from './matches.ts'
import { type Condition, rankedHeads } from './query.ts'

/** So many articles with the keyword, or of the author and year, come before all others. */
const MOST_NAMED = 30
/** Authors are cited by their family name, and at most the next one's. */
const MOST_WORDS_CITED = 5
/** More words than this are no keyword. */
const MOST_WORDS_OF_KEYWORD = 6

/** Malik 2018 · Malik et al. (2018) · Malik and Kovář, 2018a */
const CITED = /^(.{1,80}?)[\s,(]+((?:19|20)\d\d)[a-z]?\)?$/

/**
 * The articles that a query names as they are cited, by first author and year, or by one of their keywords: the best
 * first. `condition` is that of the query's words.
 */
export async function articlesNamed(db: Db, query: string, condition: Condition): Promise<Match[]> {
  const named = [citedAs(query), keywordCalled(query, condition)].filter((each) => each !== null)
  const found = await Promise.all(named.map((each) => publicOnes(db, rankedHeads(db, each, MOST_NAMED))))
  return found.flat()
}

/** An article by how it is cited; null if the query looks otherwise. */
export function citedAs(query: string): Condition | null {
  const [, names = '', year = ''] = CITED.exec(query.trim()) ?? []
  const words = analysed(names.replace(/\bet al\b.*/i, '')).filter((word) => !STOP_WORDS.has(word))
  if (!words.length || words.length > MOST_WORDS_CITED) return null
  // The second word may be of the first author's name, or of the next one's.
  const [first, ...others] = words.map((word) => [MARKS.firstAuthor(word)])
  return [[first!], ...others.map((mark, at) => [mark, [stemOf(words[at + 1]!)]]), [[MARKS.year(year)]]]
}

function keywordCalled(query: string, condition: Condition): Condition | null {
  const { length } = analysed(query)
  return length > 0 && length <= MOST_WORDS_OF_KEYWORD ? [...condition, [[MARKS.keyword(query)]]] : null
}
