import { sql } from 'kysely'
import { isPublicRole } from '../../contract/rules/people/people.ts'
import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import { journal } from '../../contract/journal.ts'
import { engineOf, type Database, type Db, type Tx } from '../database/connect.ts'
import { ANALYSER, analysed, orderOf } from './analyser.ts'
import { saveTerms } from './article-terms.ts'

/** So many distinct words of an article are searched: PostgreSQL indexes no more than a megabyte. */
const WORDS_MAX = 5_000

/** The mark of a category among the words; no word of a text begins like this. */
export const categoryWord = (id: string): string => `§${id}`

/**
 * Writes sort keys and words of article heads, from titles and people. To be called in the same transaction by
 * every change of a title, a category, the people of an article or a submitter's name. Everything else in a head is
 * maintained by the database (migration 0014).
 */
export async function saveHeads(tx: Tx, articleIds: readonly string[]): Promise<void> {
  for (let from = 0; from < articleIds.length; from += AT_ONCE) {
    const some = articleIds.slice(from, from + AT_ONCE)
    await lockHeads(tx, some)
    const heads = await loadHeads(tx, some)
    const rows = heads.map((head) => sql`(${head.id}, ${head.title_order}, ${head.author_order}, ${head.words})`)
    if (!rows.length) continue
    await saveTerms(tx, some)
    // Both engines name the columns of `values` in this way.
    await sql`update article_heads set title_order = made.column2, author_order = made.column3,
      words = made.column4, analyser = ${sql.lit(ANALYSER)}
      from (values ${sql.join(rows)}) as made where article_id = made.column1`.execute(tx)
  }
}
const AT_ONCE = 500

/** Of two that change an article's head, the second reads what the first has written. On SQLite they never meet. */
async function lockHeads(tx: Tx, articleIds: readonly string[]): Promise<void> {
  if (engineOf(tx) === 'sqlite' || !articleIds.length) return
  await tx
    .selectFrom('article_heads')
    .select('no')
    .where('article_id', 'in', articleIds)
    .orderBy('no')
    .forUpdate()
    .execute()
}

/** The same for all articles of a submitter, whose name has changed. */
export async function saveHeadsOf(tx: Tx, submitterId: string): Promise<void> {
  const articles = await tx.selectFrom('articles').select('id').where('submitter_id', '=', submitterId).execute()
  await saveHeads(
    tx,
    articles.map(({ id }) => id),
  )
}

/** The analysed columns of heads, made from titles and people as they are now. */
export async function loadHeads(db: Db, articleIds: readonly string[]) {
  if (!articleIds.length) return []
  const articles = await db
    .selectFrom('articles')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'articles.submitter_id').on('users.deleted_at', 'is', null),
    )
    .select(['articles.id', 'articles.title', 'articles.category_id', 'users.full_name as submitter'])
    .where('articles.id', 'in', articleIds)
    .execute()
  const people = await db
    .selectFrom('article_people')
    .innerJoin('contributors', 'contributors.id', 'article_people.contributor_id')
    .select(['article_id', 'role', 'full_name'])
    .where('article_id', 'in', articleIds)
    .orderBy('contributors.created_at')
    .orderBy('position')
    .execute()
  const peopleOf = Map.groupBy(people, (person) => person.article_id)
  return articles.map(({ id, title, category_id, submitter }) => {
    const its = peopleOf.get(id) ?? []
    const authors = its.filter(({ role }) => isPublicRole(role))
    // As in `present.ts`.
    const author = authors.find(({ role }) => role === 'Corresponding Author') ?? authors[0]
    const text = plainTitle(title)
    const words = new Set([text, submitter ?? '', ...its.map(({ full_name }) => full_name)].flatMap(analysed))
    return {
      id,
      title_order: orderOf(text),
      author_order: orderOf(submitter ?? author?.full_name ?? journal().name),
      words: [categoryWord(category_id), ...[...words].slice(0, WORDS_MAX)].join(' '),
    }
  })
}

/**
 * Analyses articles that were written by an earlier version of the program. It can be interrupted at any point:
 * the next run goes on. `onProgress` gets the number of those done. Returns their number.
 */
export async function renewHeads(database: Database, onProgress: (done: number) => void = () => {}): Promise<number> {
  for (let done = 0; ;) {
    const renewed = await database.transaction(async (tx) => {
      const outdated = await tx
        .selectFrom('article_heads')
        .select('article_id')
        .where('analyser', '<', ANALYSER)
        .orderBy('analyser')
        .limit(AT_ONCE)
        .execute()
      await saveHeads(
        tx,
        outdated.map((head) => head.article_id),
      )
      return outdated.length
    })
    if (!renewed) {
      // With the cache that the first batch has enlarged, and plans for the rows that are there now.
      if (done)
        await sql.raw(database.engine === 'sqlite' ? `pragma cache_size = -2000` : `analyze`).execute(database.db)
      return done
    }
    if (!done && database.engine === 'sqlite') await sql`pragma cache_size = -65536`.execute(database.db)
    done += renewed
    onProgress(done)
  }
}
