import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAuditEntry, textDigest } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/connect.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import { now } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ImportResources } from '../../journal/publication/files/stored-files.ts'
import type { AuditPayloads } from '../../contract/api/audit-payloads.ts'

export const sampleFolder = join(import.meta.dirname, '..', '..', '..', 'sample')

/**
 * Fills an empty journal with the sample articles, each with its typeset PDF, and the sample editorial board.
 * Returns how many articles were added. An interrupted load is completed at the next start; samples that an
 * editor removed are not added again.
 */
export async function loadSampleContent(
  resources: ImportResources & Pick<Platform, 'workers'>,
  folder = sampleFolder,
): Promise<number> {
  const articles = join(folder, 'articles')
  if (!existsSync(articles) || !(await areWanted(resources.database.db))) return 0
  // Loaded only at a journal's first start.
  const [{ importFolder }, { readBody }, { typesetArticle }, { TypeCase }] = await Promise.all([
    import('./import-folder.ts'),
    import('../../journal/documents/jats/read/body.ts'),
    import('../../journal/documents/typesetting/article-pdf.ts'),
    import('../../journal/documents/typesetting/fonts.ts'),
  ])
  const typeCase = new TypeCase()
  const reports = await importFolder(resources, articles, {
    origin: 'sample',
    makePdf: async (article, document) => (await typesetArticle(article, readBody(document), { typeCase })).pdf,
  })
  const failed = reports.find((report) => report.result === 'failed')
  if (failed) throw new Error(`The sample article ${failed.file} could not be added. ${failed.reason}`)
  await addEditorialMembers(resources, folder, reports.length)
  return reports.filter((report) => report.result !== 'unchanged').length
}

/** True for an empty journal, or one with nothing but samples of an unfinished load. */
async function areWanted(db: Db): Promise<boolean> {
  const article = await db
    .selectFrom('articles')
    .select('id')
    .where('origin', '<>', 'sample')
    .limit(1)
    .executeTakeFirst()
  if (article) return false
  const board = await db.selectFrom('editorial_members').select('id').executeTakeFirst()
  if (board) return false
  const settled = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('action', 'in', [SAMPLES_ADDED, SAMPLES_REMOVED])
    .limit(1)
    .executeTakeFirst()
  return settled === undefined
}

async function addEditorialMembers({ database }: ImportResources, folder: string, articles: number): Promise<void> {
  const { CLEANER, sanitiseRichText } = await import('../../platform/html/sanitise.ts')
  const file = join(folder, 'editorial-board.html')
  const members = existsSync(file) ? sanitiseRichText(await readFile(file, 'utf8')) : ''
  await database.transaction(async (tx) => {
    if (members) {
      await tx
        .insertInto('editorial_members')
        .values({ id: 'board', members, members_cleaner: CLEANER, updated_at: now() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
    const added: SamplesAdded = { articles, board: members ? textDigest(members).sha256 : null }
    await writeAuditEntry(tx, null, SAMPLES_ADDED, 'board', { after: added })
    await touchPublicSite(tx)
  })
}

/** Audit log entries about the samples: all added, or removed for good. */
export const SAMPLES_ADDED = 'sample-content.add'
export const SAMPLES_REMOVED = 'sample-content.remove'

/** The payload of `SAMPLES_ADDED`: the hash tells whether the editorial board has been changed since. */
export type SamplesAdded = AuditPayloads[typeof SAMPLES_ADDED]['after']
