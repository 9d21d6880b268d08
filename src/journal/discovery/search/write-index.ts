import { sql } from 'kysely'
import { engineOf, type Tx } from '../../../platform/database/connect.ts'
import { TERMS } from '../../../platform/search-engine/terms.ts'
import type { ArticleText } from './article-text.ts'

/** Writes what is indexed of an article in place of what was. */
export async function writeIndex(tx: Tx, text: ArticleText): Promise<void> {
  const isNew = await removeFromIndex(tx, text.no)
  await tx
    .insertInto('search_articles')
    .values({
      ...{ no: text.no, article_id: text.articleId, title: text.title, published_at: text.publishedAt },
      ...{ authors: text.authors.join('\n'), analyser: TERMS },
    })
    .execute()
  await (engineOf(tx) === 'sqlite' ? writeFts(tx, text) : writeVectors(tx, text))
  await countWords(tx, text, isNew)
  await countNames(tx, text, isNew)
}

/** Returns true if the article was not in the index. */
export async function removeFromIndex(tx: Tx, no: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('search_articles').where('no', '=', no).executeTakeFirst()
  return numDeletedRows === 0n
}

async function writeFts(tx: Tx, { no, head, body }: ArticleText): Promise<void> {
  const { marks, title, names, keywords, abstract } = head
  await sql`insert into search_heads (rowid, marks, title, names, keywords, abstract)
    values (${no}, ${marks}, ${title}, ${names}, ${keywords}, ${abstract})`.execute(tx)
  await sql`insert into search_bodies (rowid, marks, words) values (${no}, ${marks}, ${body})`.execute(tx)
}

const WEIGHTS = { title: 'A', names: 'B', keywords: 'C', abstract: 'D' } as const

async function writeVectors(tx: Tx, { no, head, body }: ArticleText): Promise<void> {
  const ofHead = new Vector()
  for (const [part, weight] of Object.entries(WEIGHTS)) ofHead.add(head[part as keyof typeof WEIGHTS], weight)
  const ofBody = new Vector()
  ofBody.add(body, 'D')
  for (const vector of [ofHead, ofBody]) vector.mark(head.marks)
  await sql`insert into search_vectors (no, head, body)
    values (${no}, ${ofHead.toString()}::tsvector, ${ofBody.toString()}::tsvector)`.execute(tx)
}

// What a tsvector takes: a megabyte, positions of 14 bits, 255 of each word.
const MOST_BYTES = 700_000
const LAST_POSITION = 16_383
const MOST_POSITIONS = 255

class Vector {
  readonly #positions = new Map<string, string[]>()
  #at = 0
  #bytes = 0

  add(terms: string, weight: string): void {
    for (const term of terms.split(' ')) {
      if (term === '' || this.#bytes > MOST_BYTES) continue
      const at = Math.min(++this.#at, LAST_POSITION)
      const before = this.#positions.get(term)
      if (!before) this.#bytes += Buffer.byteLength(term) + 8
      else if (before.length >= MOST_POSITIONS) continue
      this.#bytes += 2
      if (before) before.push(`${at}${weight}`)
      else this.#positions.set(term, [`${at}${weight}`])
    }
    // A phrase never reaches from one part into the next.
    this.#at++
  }

  mark(marks: string): void {
    for (const mark of marks.split(' ')) this.#positions.set(mark, [])
  }

  toString(): string {
    return [...this.#positions]
      .map(([term, positions]) => `'${term}'${positions.length ? `:${positions.join(',')}` : ''}`)
      .join(' ')
  }
}

/** Counts the words that somebody may have meant by another one: in a head, or repeated in the text. */
async function countWords(tx: Tx, { words }: ArticleText, isNew: boolean): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  const json = JSON.stringify(words.toSorted())
  const values = engineOf(tx) === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements_text(${json}::json)`
  await sql`insert into search_words (word, articles) select value, 1 from ${values} where true
    on conflict (word) do update set articles = search_words.articles + ${sql.lit(isNew ? 1 : 0)}`.execute(tx)
}

async function countNames(tx: Tx, { names }: ArticleText, isNew: boolean): Promise<void> {
  for (const shown of names.toSorted()) {
    const name = shown.toLowerCase()
    await tx
      .insertInto('search_names')
      .values({ name, shown, epithet: name.split(' ')[1]!, articles: 1 })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(({ ref }) => ({ articles: sql<number>`${ref('search_names.articles')} + ${isNew ? 1 : 0}` })),
      )
      .execute()
  }
}
