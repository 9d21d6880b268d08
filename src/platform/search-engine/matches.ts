import { sql, type RawBuilder } from 'kysely'
import { engineOf, type Db } from '../database/connect.ts'
import { analysed } from './analyser.ts'
import { categoryWord } from './article-heads.ts'
import { inFts, inTsquery } from './terms.ts'
import { nearWords } from './spelling.ts'

const MOST_WORDS = 10

/** The first words of a search, each once. */
export const searchWords = (search: string): string[] => [...new Set(analysed(search))].slice(0, MOST_WORDS)

export interface Search {
  /** Each is the beginning of a word of the article. At least one. */
  words: readonly string[]
  categoryId?: string | undefined
}

/**
 * The words of a search that has found nothing, with those that no head holds replaced by the nearest word of the
 * published articles; null if there is nothing to replace.
 */
export async function respeltWords(db: Db, words: readonly string[]): Promise<string[] | null> {
  const respelt: string[] = []
  for (const word of words) {
    const held = await db
      .selectFrom(headsThatHold(db, { words: [word] }, 1).as('found'))
      .select('no')
      .executeTakeFirst()
    const near = held || !/^[a-z]{4,}$/.test(word) ? [] : await nearWords(db, word)
    respelt.push(near[0]?.word ?? word)
  }
  return respelt.every((word, at) => word === words[at]) ? null : respelt
}

/** The numbers of the article heads that hold a word beginning like any of these, the last added first. */
export function headsThatHoldAny(db: Db, words: readonly string[], limit: number): RawBuilder<{ no: number }> {
  if (engineOf(db) === 'sqlite') {
    const query = words.map((word) => `${inFts(word)}*`).join(' OR ')
    return sql`(select rowid as no from article_words where article_words match ${query} order by rowid desc limit ${limit})`
  }
  const query = words.map((word) => `${inTsquery(word)}:*`).join(' | ')
  return sql`(select no from article_heads where word_index @@ ${query}::tsquery order by no desc limit ${limit})`
}

/**
 * The numbers (`no`) of the article heads that hold all words, the last added first. Both engines have an index of
 * the same words (`analysed`).
 */
export function headsThatHold(db: Db, { words, categoryId }: Search, limit: number): RawBuilder<{ no: number }> {
  const category = categoryId === undefined ? [] : [categoryWord(categoryId)]
  if (engineOf(db) === 'sqlite') {
    const query = [...words.map((word) => `${inFts(word)}*`), ...category.map((word) => inFts(word))].join(' AND ')
    return sql`(select rowid as no from article_words where article_words match ${query} order by rowid desc limit ${limit})`
  }
  const query = [...words.map((word) => `${inTsquery(word)}:*`), ...category.map(inTsquery)].join(' & ')
  return sql`(select no from article_heads where word_index @@ ${query}::tsquery order by no desc limit ${limit})`
}
