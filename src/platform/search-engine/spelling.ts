import { sql } from 'kysely'
import { engineOf, type Db } from '../database/connect.ts'
import { inFts } from './terms.ts'
import { analysed } from './analyser.ts'

export interface KnownWord {
  word: string
  articles: number
}

export interface NearWord extends KnownWord {
  distance: number
}

/** How many of the words that share most pieces are compared letter by letter. */
const CANDIDATES = 80
/** Of so many that share most, those of about the same length are candidates. */
const COUNTED = 1_000
/** Two typing errors are forgiven in a long word, one in a short one. */
const LONG_WORD = 8
const errorsIn = (word: string): number => (word.length >= LONG_WORD ? 2 : 1)

/** The words that may have been meant, the nearest first, of these the most frequent. `most` errors are forgiven. */
export async function nearWords(db: Db, typed: string, most = errorsIn(typed)): Promise<NearWord[]> {
  const near = (await wordsSharingPieces(db, typed, most)).flatMap((known) => {
    const distance = typingErrors(typed, known.word, most)
    return distance > 0 && distance <= most ? [{ ...known, distance }] : []
  })
  return near.sort((one, other) => one.distance - other.distance || other.articles - one.articles)
}

/** The pieces of three letters of a word with its ends. */
export function piecesOf(text: string): Set<string> {
  const ended = `^${text}$`
  return new Set(Array.from({ length: ended.length - 2 }, (_, at) => ended.slice(at, at + 3)))
}

const idsWith = (piece: string) =>
  sql`select rowid as id from search_spellings where search_spellings match ${inFts(piece)}`

async function wordsSharingPieces(db: Db, typed: string, most: number): Promise<KnownWord[]> {
  const pieces = [...piecesOf(typed)]
  const [shortest, longest] = [typed.length - most, typed.length + most]
  const query =
    engineOf(db) === 'sqlite'
      ? // Counted here: the index has no sizes of its entries, without which it ranks none.
        sql<KnownWord>`select known.word, known.articles
          from (select id, count(*) as shared from (${sql.join(pieces.map(idsWith), sql` union all `)})
            group by id order by shared desc limit ${COUNTED}) as near
          cross join search_words as known on known.id = near.id
          where length(known.word) between ${shortest} and ${longest}
          order by near.shared desc, known.articles desc, known.word limit ${CANDIDATES}`
      : sql<KnownWord>`select word, articles from search_words where grams && ${pieces}::text[]
          and length(word) between ${shortest} and ${longest}
          order by (select count(*) from unnest(grams) as piece where piece = any(${pieces}::text[])) desc, articles desc, word
          limit ${CANDIDATES}`
  return (await query.execute(db)).rows
}

/** The most frequent words that begin like this. */
export const wordsBeginning = async (db: Db, beginning: string, limit: number): Promise<KnownWord[]> =>
  db
    .selectFrom('search_words')
    .select(['word', 'articles'])
    .where('word', '>=', beginning)
    // The sign after z.
    .where('word', '<', `${beginning}{`)
    .orderBy('articles', 'desc')
    .orderBy('word')
    .limit(limit)
    .execute()

/**
 * The typing errors between two words: letters added, left out, replaced, or two exchanged (Damerau's distance). More
 * than `most` are not counted.
 */
export function typingErrors(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1))
      const areExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (areExchanged) least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[other.length]!
}

/** From here on a query is the title of an article, with some letters wrong. */
export const SAME_TITLE = 0.6

/** Compares a query with titles by their pieces of three letters; 1: the same. */
export function titleComparer(query: string): (title: string) => number {
  const wanted = titlePieces(query)
  return (title) => {
    const pieces = titlePieces(title)
    let shared = 0
    for (const piece of wanted) if (pieces.has(piece)) shared++
    return (2 * shared) / (wanted.size + pieces.size)
  }
}

const titlePieces = (title: string): Set<string> => piecesOf(analysed(title).join(' '))
