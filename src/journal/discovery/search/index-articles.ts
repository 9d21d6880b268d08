import { sql } from 'kysely'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { type Database, engineOf, type Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { finishJob, type Job, enqueueJob } from '../../../platform/jobs/queue.ts'
import { runDueJobs, type JobHandler } from '../../../platform/jobs/run.ts'
import { TERMS } from '../../../platform/search-engine/terms.ts'
import { articleText, type ArticleText } from './article-text.ts'
import { queuePdfText, type SearchResources } from './pdf-texts.ts'

/** Indexes the articles that triggers have enqueued. */
export const indexJobs = (resources: Resources): JobHandler => ({
  kind: 'index',
  pausesMs: [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS],
  leaseMs: 10 * MINUTE_MS,
  run: (job) => indexArticle(resources.database, job),
})

type Resources = Pick<SearchResources, 'database' | 'log'>

/** Indexes all that is due; returns how many articles. What changes while it is read is due once more. */
export const indexDue = (resources: Resources, stopped = () => false): Promise<number> =>
  runDueJobs(resources, indexJobs(resources), { stopped })

/** Has articles indexed that are missing in the index, or that an earlier version has indexed. */
export async function queueOutdatedIndex(tx: Tx): Promise<void> {
  await sql`insert into jobs (kind, subject, run_after, created_at)
    select 'index', article.id, '', ${now()} from public_articles as article
    where not exists (select 1 from search_articles as indexed
      where indexed.article_id = article.id and indexed.analyser >= ${TERMS})
    on conflict (kind, subject) do nothing`.execute(tx)
}

async function indexArticle(database: Database, job: Job): Promise<boolean> {
  const articleId = job.subject
  const text = await articleText(database.db, articleId)
  return database.transaction(async (tx) => {
    // Enqueued again since the text was read: another one is to be indexed.
    if (!(await finishJob(tx, job))) return false
    if (text) {
      await queuePdfText(tx, text)
      await enqueueJob(tx, 'citations', articleId)
      await writeIndex(tx, text)
      return true
    }
    const head = await tx
      .selectFrom('article_heads')
      .select('no')
      .where('article_id', '=', articleId)
      .executeTakeFirst()
    if (head) await removeFromIndex(tx, head.no)
    return true
  })
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

/** Counts the words that a reader may have meant by another one: in a head, or repeated in the text. */
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
