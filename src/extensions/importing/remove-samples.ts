import type { AuditPayloads } from '../../contract/api/audit-payloads.ts'
import { writeAuditEntry, textDigest } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import { forgetArticles } from '../../journal/discovery/search/forget-articles.ts'
import { figureFileIds } from '../../journal/publication/files/figures.ts'
import { deleteFiles } from '../../journal/publication/files/image-variants.ts'
import { categoryCreated, volumeCreated } from './found-or-created.ts'
import type { ImportResources } from '../../journal/publication/files/stored-files.ts'
import { SAMPLES_ADDED, SAMPLES_REMOVED, type SamplesAdded } from './load-samples.ts'
import { filesOfCases, lockSamples, removeCases, removeSamplePeople, removeVersions } from './remove-sample-cases.ts'

export type RemovedSamples = AuditPayloads[typeof SAMPLES_REMOVED]['after']

/**
 * Removes everything that was invented: the sample articles and manuscripts with their people, reviews and files, the
 * volumes and categories that they created and that are empty now, and the sample editorial board unless it has been
 * changed. Rows are removed in one transaction, the files' bytes after it. The audit log keeps what was really done.
 */
export async function removeSampleContent(
  { database, store }: ImportResources,
  actorId: string | null = null,
): Promise<RemovedSamples> {
  const { removed, files } = await database.transaction(async (tx) => {
    // The site's version comes last, as in every other change, so that no two wait for each other.
    const { articles, manuscripts, files } = await removeArticles(tx)
    await removeTombstones(tx)
    const removed: RemovedSamples = {
      articles,
      manuscripts,
      reviewers: await removeSamplePeople(tx),
      volumes: await removeUnused(tx, 'volumes'),
      categories: await removeUnused(tx, 'categories'),
      board: await removeEditorialMembers(tx),
    }
    if (Object.values(removed).some(Boolean)) {
      await writeAuditEntry(tx, actorId, SAMPLES_REMOVED, 'board', { after: removed })
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

async function removeArticles(tx: Tx): Promise<{ articles: number; manuscripts: number; files: string[] }> {
  const ids = await lockSamples(tx)
  if (!ids.length) return { articles: 0, manuscripts: 0, files: [] }
  const articles = await tx
    .selectFrom('articles')
    .select(['id', 'pdf_file_id', 'image_file_id'])
    .where('id', 'in', ids)
    .execute()
  const people = await tx.selectFrom('article_people').select('contributor_id').where('article_id', 'in', ids).execute()
  const files = [
    ...articles.flatMap((article) => [article.pdf_file_id, article.image_file_id]),
    ...(await filesOf(tx, ids)),
    ...(await figureFileIds(tx, ids)),
    ...(await filesOfCases(tx, ids)),
  ].filter((id): id is string => id !== null)
  await forgetArticles(tx, ids)
  await removeNotices(tx, ids)
  const manuscripts = await removeCases(tx, ids)
  const copies = await removeCopies(tx, ids)
  // Links to contributors and files are deleted with their article.
  await tx.deleteFrom('articles').where('id', 'in', ids).execute()
  await removeVersions(tx, ids)
  await tx.deleteFrom('replaced_files').where('article_id', 'in', ids).execute()
  const bytes = await deleteFiles(tx, [...new Set(files)])
  const contributors = people.map((person) => person.contributor_id)
  if (contributors.length) {
    await tx
      .deleteFrom('contributors')
      .where('id', 'in', contributors)
      .where('id', 'not in', tx.selectFrom('article_people').select('contributor_id'))
      .execute()
  }
  return { articles: ids.length - manuscripts, manuscripts, files: [...bytes, ...copies] }
}

/** Files that belong to articles now, have belonged to them, or will. */
async function filesOf(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await Promise.all(
    (['article_files', 'supplements', 'article_version_files', 'replaced_files', 'deleted_article_files'] as const).map(
      (table) => tx.selectFrom(table).select('file_id').where('article_id', 'in', ids).execute(),
    ),
  )
  const requested = await tx
    .selectFrom('request_files')
    .innerJoin('requests', 'requests.id', 'request_files.request_id')
    .select('file_id')
    .where('requests.article_id', 'in', ids)
    .execute()
  return [...rows.flat(), ...requested].map(({ file_id }) => file_id)
}

/** Notices that an editor has tried on samples: published ones are samples themselves. */
async function removeNotices(tx: Tx, ids: string[]): Promise<void> {
  const about = tx.selectFrom('notice_articles').select('notice_id').where('about_id', 'in', ids)
  await tx
    .deleteFrom('notices')
    .where(({ or, eb }) => or([eb('article_id', 'in', ids), eb('id', 'in', about)]))
    .execute()
}

/** Pictures of cards and PDFs with a mark, which are made when they are asked for. Returns the ids of their bytes. */
async function removeCopies(tx: Tx, ids: string[]): Promise<string[]> {
  const cards = await tx.deleteFrom('article_cards').where('article_id', 'in', ids).returning('file_id').execute()
  const marked = await tx.deleteFrom('marked_pdfs').where('article_id', 'in', ids).returning('file_id').execute()
  return [...cards, ...marked].map(({ file_id }) => file_id)
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
