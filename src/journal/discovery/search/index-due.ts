import { sql } from 'kysely'
import { MINUTE_MS } from '../../../contract/rules/text/durations.ts'
import { type Database, type Db, engineOf, type Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { TERMS } from '../../../platform/search-engine/terms.ts'
import { articleText, type ArticleText } from './article-text.ts'
import { queuePdfText } from './pdf-texts.ts'

type Due = { article_id: string; stamp: number }

/** An article that cannot be indexed is tried again, later and later. */
const RETRY_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

/**
 * Indexes the articles that triggers have noted, until there are none; returns how many. Each is one transaction: if
 * the program is killed, the next round goes on. What changes while it is read stays due. Two processes may index the
 * same article; the second finds it done.
 */
export async function indexDue(
  database: Database,
  {
    stopped = () => false,
    failed = () => {},
  }: { stopped?: () => boolean; failed?: (error: unknown, id: string) => void } = {},
): Promise<number> {
  await noteOutdated(database)
  for (let done = 0; ;) {
    const batch = await nextDue(database.db)
    if (!batch.length || stopped()) return done
    for (const due of batch) {
      if (stopped()) return done
      try {
        await indexArticle(database, due)
        done++
      } catch (error) {
        failed(error, due.article_id)
        await postpone(database.db, due)
      }
    }
  }
}

const BATCH = 50

const nextDue = (db: Db): Promise<Due[]> =>
  db
    .selectFrom('search_due')
    .select(['article_id', 'stamp'])
    .where('next_try_at', '<=', now())
    .orderBy('next_try_at')
    .limit(BATCH)
    .execute()

async function indexArticle(database: Database, { article_id, stamp }: Due): Promise<void> {
  const text = await articleText(database.db, article_id)
  await database.transaction(async (tx) => {
    // Of two that have read the same, the second waits here, and finds nothing left to do.
    const { numDeletedRows } = await tx
      .deleteFrom('search_due')
      .where('article_id', '=', article_id)
      .where('stamp', '=', stamp)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    if (text) {
      await queuePdfText(tx, text)
      return writeIndex(tx, text)
    }
    const head = await tx
      .selectFrom('article_heads')
      .select('no')
      .where('article_id', '=', article_id)
      .executeTakeFirst()
    if (head) await removeFromIndex(tx, head.no)
  })
}

async function postpone(db: Db, { article_id, stamp }: Due): Promise<void> {
  const due = await db
    .selectFrom('search_due')
    .select('attempts')
    .where('article_id', '=', article_id)
    .executeTakeFirst()
  if (!due) return
  const wait = RETRY_MS[Math.min(due.attempts, RETRY_MS.length - 1)]!
  await db
    .updateTable('search_due')
    .set({ attempts: due.attempts + 1, next_try_at: new Date(Date.now() + wait).toISOString() })
    .where('article_id', '=', article_id)
    .where('stamp', '=', stamp)
    .execute()
}

/** What an earlier version has indexed is due as well. */
async function noteOutdated({ db }: Database): Promise<void> {
  const outdated = db.selectFrom('search_articles').select('article_id').where('analyser', '<', TERMS)
  if (!(await outdated.limit(1).executeTakeFirst())) return
  await db
    .insertInto('search_due')
    .columns(['article_id'])
    .expression(outdated)
    .onConflict((conflict) => conflict.column('article_id').doNothing())
    .execute()
}

/** Writes what is indexed of an article in place of what was. */
async function writeIndex(tx: Tx, text: ArticleText): Promise<void> {
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
async function removeFromIndex(tx: Tx, no: number): Promise<boolean> {
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
