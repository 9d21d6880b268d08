import type { AuditPayloads } from '../../contract/api/audit-payloads.ts'
import { writeAuditEntry, textDigest } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import { figureFileIds } from '../../journal/publication/files/figures.ts'
import { deleteFiles } from '../../journal/publication/files/image-variants.ts'
import { categoryCreated, volumeCreated } from './found-or-created.ts'
import type { ImportResources } from '../../journal/publication/files/stored-files.ts'
import { SAMPLES_ADDED, SAMPLES_REMOVED, type SamplesAdded } from './load-samples.ts'

export type RemovedSamples = AuditPayloads[typeof SAMPLES_REMOVED]['after']

/**
 * Removes the sample articles with their contributors and files, the volumes and categories that they created
 * and that are empty now, and the sample editorial board unless it has been changed. Rows are removed in one
 * transaction, the files' bytes after it.
 */
export async function removeSampleContent({ database, store }: ImportResources): Promise<RemovedSamples> {
  const { removed, files } = await database.transaction(async (tx) => {
    // The site's version comes last, as in every other change, so that no two wait for each other.
    const { articles, files } = await removeArticles(tx)
    await removeTombstones(tx)
    const removed: RemovedSamples = {
      articles,
      volumes: await removeUnused(tx, 'volumes'),
      categories: await removeUnused(tx, 'categories'),
      board: await removeEditorialMembers(tx),
    }
    if (articles || removed.volumes || removed.categories || removed.board) {
      await writeAuditEntry(tx, null, SAMPLES_REMOVED, 'board', { after: removed })
      await touchPublicSite(tx)
    }
    return { removed, files }
  })
  for (const file of files) await store.remove(file)
  return removed
}

/** Of samples that an administrator has deleted. */
async function removeTombstones(tx: Tx): Promise<void> {
  const removed = await tx.deleteFrom('article_tombstones').where('origin', '=', 'sample').executeTakeFirst()
  if (removed.numDeletedRows) await touchPublicSite(tx)
}

async function removeArticles(tx: Tx): Promise<{ articles: number; files: string[] }> {
  const articles = await tx
    .selectFrom('articles')
    .select(['id', 'pdf_file_id', 'image_file_id'])
    .where('origin', '=', 'sample')
    .execute()
  const ids = articles.map((article) => article.id)
  if (!ids.length) return { articles: 0, files: [] }
  const people = await tx.selectFrom('article_people').select('contributor_id').where('article_id', 'in', ids).execute()
  const kept = await tx.selectFrom('article_files').select('file_id').where('article_id', 'in', ids).execute()
  const files = [
    ...articles.flatMap((article) => [article.pdf_file_id, article.image_file_id]),
    ...kept.map((file) => file.file_id),
    ...(await figureFileIds(tx, ids)),
  ].filter((id): id is string => id !== null)
  // Links to contributors and files are deleted with their article.
  await tx.deleteFrom('articles').where('id', 'in', ids).execute()
  const bytes = await deleteFiles(tx, files)
  const contributors = people.map((person) => person.contributor_id)
  if (contributors.length) {
    await tx
      .deleteFrom('contributors')
      .where('id', 'in', contributors)
      .where('id', 'not in', tx.selectFrom('article_people').select('contributor_id'))
      .execute()
  }
  return { articles: ids.length, files: bytes }
}

/** Volumes or categories that the samples created, that have no articles and that nobody has changed since. */
async function removeUnused(tx: Tx, table: 'volumes' | 'categories'): Promise<number> {
  const [action, column] =
    table === 'volumes'
      ? ([volumeCreated('sample'), 'volume_id'] as const)
      : ([categoryCreated('sample'), 'category_id'] as const)
  const brought = await tx.selectFrom('audit_entries').select('subject').where('action', '=', action).execute()
  if (!brought.length) return 0
  const ids = brought.map((entry) => entry.subject)
  const used = await tx.selectFrom('articles').select(`${column} as id`).where(column, 'in', ids).distinct().execute()
  const touched = await tx
    .selectFrom('audit_entries')
    .select('subject as id')
    .where('subject', 'in', ids)
    .where('actor_id', 'is not', null)
    .execute()
  // Old addresses lead to them.
  const ledTo = await tx.selectFrom('categories').select('merged_into as id').where('merged_into', 'in', ids).execute()
  const kept = new Set([...used, ...touched, ...(table === 'categories' ? ledTo : [])].map((row) => row.id))
  const unused = ids.filter((id) => !kept.has(id))
  if (!unused.length) return 0
  const done = await tx.deleteFrom(table).where('id', 'in', unused).executeTakeFirst()
  return Number(done.numDeletedRows)
}

async function removeEditorialMembers(tx: Tx): Promise<boolean> {
  const entry = await tx
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', SAMPLES_ADDED)
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  const board = await tx.selectFrom('editorial_members').select('members').executeTakeFirst()
  const added = JSON.parse(entry?.after ?? '{}') as Partial<SamplesAdded>
  if (!board || !added.board || textDigest(board.members).sha256 !== added.board) return false
  await tx.deleteFrom('editorial_members').execute()
  return true
}
