import { sql } from 'kysely'
import { engineOf, type Tx } from '../../../platform/database/connect.ts'
import { articleText } from './article-text.ts'

/** Indexes that are emptied as a whole; of SQLite alone. */
const FTS = ['search_heads', 'search_bodies', 'search_spellings'] as const

/**
 * Takes articles out of the index for good, together with the words and names that only they had: those are proposed to
 * nobody any more. To be called before the articles are deleted. Counts are of the articles as they are now.
 */
export async function forgetArticles(tx: Tx, ids: readonly string[]): Promise<void> {
  const indexed = await tx.selectFrom('search_articles').select('article_id').where('article_id', 'in', ids).execute()
  if (!indexed.length) return
  const [words, names] = [new Map<string, number>(), new Map<string, number>()]
  for (const { article_id } of indexed) {
    const text = await articleText(tx, article_id)
    for (const word of text?.words ?? []) words.set(word, (words.get(word) ?? 0) + 1)
    for (const name of text?.names ?? []) names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1)
  }
  await tx.deleteFrom('search_articles').where('article_id', 'in', ids).execute()
  const left = await tx.selectFrom('search_articles').select('article_id').limit(1).executeTakeFirst()
  if (!left) return empty(tx)
  await countDown(tx, 'search_words', 'word', words)
  await countDown(tx, 'search_names', 'name', names)
}

async function empty(tx: Tx): Promise<void> {
  await tx.deleteFrom('search_words').execute()
  await tx.deleteFrom('search_names').execute()
  if (engineOf(tx) !== 'sqlite') return
  for (const table of FTS) {
    await sql`insert into ${sql.table(table)} (${sql.ref(table)}) values ('delete-all')`.execute(tx)
  }
}

async function countDown(
  tx: Tx,
  table: 'search_words' | 'search_names',
  column: 'word' | 'name',
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  for (const key of [...counts.keys()].toSorted()) {
    await sql`update ${sql.table(table)} set articles = articles - ${counts.get(key)!}
      where ${sql.ref(column)} = ${key}`.execute(tx)
  }
  await sql`delete from ${sql.table(table)} where articles <= 0`.execute(tx)
}
