import { setTimeout } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { connect, engineOf, type Database, type Where } from './connect.ts'
import { ENDLESS } from './postgres.ts'
import { statements as journal } from './migrations/0001-journal.ts'
import { statements as submissions } from './migrations/0002-submissions.ts'
import { statements as editing } from './migrations/0003-editing.ts'
import { statements as auditAppendOnly } from './migrations/0004-audit-append-only.ts'
import { statements as cleanedTexts } from './migrations/0005-cleaned-texts.ts'
import { statements as accounts } from './migrations/0006-accounts.ts'
import { statements as uploads } from './migrations/0007-uploads.ts'
import { statements as corrections } from './migrations/0008-corrections.ts'
import { statements as issues } from './migrations/0009-issues.ts'
import { statements as people } from './migrations/0010-people.ts'
import { statements as orderedAudit } from './migrations/0011-ordered-audit.ts'
import { statements as fundingStatement } from './migrations/0012-funding-statement.ts'
import { statements as successors } from './migrations/0013-successors.ts'
import { statements as articleHeads } from './migrations/0014-article-heads.ts'
import { statements as imageVariants } from './migrations/0015-image-variants.ts'
import { statements as outboxOfReviews } from './migrations/0016-outbox-of-reviews.ts'
import { statements as reviewers } from './migrations/0017-reviewers.ts'
import { statements as reviewCases } from './migrations/0018-review-cases.ts'
import { statements as fullTexts } from './migrations/0019-full-texts.ts'
import { statements as articleSearch } from './migrations/0020-article-search.ts'
import { statements as deposits } from './migrations/0021-deposits.ts'
import { statements as harvesting } from './migrations/0022-harvesting.ts'
import { statements as usage } from './migrations/0023-usage.ts'
import { statements as figures } from './migrations/0024-figures.ts'
import { statements as articleTerms } from './migrations/0025-article-terms.ts'
import { statements as articleReferences } from './migrations/0026-article-references.ts'
import { statements as articleCitations } from './migrations/0027-article-citations.ts'
import { statements as backups } from './migrations/0028-backups.ts'
import { statements as severalServers } from './migrations/0029-several-servers.ts'
import { statements as secondFactors } from './migrations/0030-second-factors.ts'
import { statements as ownData } from './migrations/0031-own-data.ts'
import { statements as operating } from './migrations/0032-operating.ts'
import { statements as recusals } from './migrations/0033-recusals.ts'
import { statements as filesLookedAt } from './migrations/0034-files-looked-at.ts'
import { statements as floods } from './migrations/0035-floods.ts'
import { statements as conflicts } from './migrations/0036-conflicts.ts'
import { statements as recusalsByValue } from './migrations/0037-recusals-by-value.ts'
import { statements as jobs } from './migrations/0038-jobs.ts'
import { statements as indexJobs } from './migrations/0039-index-jobs.ts'
import { statements as undoneDecisions } from './migrations/0040-undone-decisions.ts'
import { statements as articleAuthors } from './migrations/0041-article-authors.ts'
import { statements as suggestedReviewers } from './migrations/0042-suggested-reviewers.ts'
import { statements as revisionDates } from './migrations/0043-revision-dates.ts'
import { statements as authorConfirmations } from './migrations/0044-author-confirmations.ts'
import { statements as revisedWords } from './migrations/0045-revised-words.ts'
import { statements as authorProposals } from './migrations/0046-author-proposals.ts'
import { statements as messagesToReviewers } from './migrations/0048-messages-to-reviewers.ts'
import { statements as caseNotes } from './migrations/0049-case-notes.ts'
import { statements as filesOfDecisions } from './migrations/0050-files-of-decisions.ts'
import { statements as indexNames } from './migrations/0051-index-names.ts'
import { statements as versions } from './migrations/0052-versions.ts'
import { statements as notices } from './migrations/0053-notices.ts'
import { statements as markedPdfs } from './migrations/0054-marked-pdfs.ts'
import { statements as retractedDois } from './migrations/0055-retracted-dois.ts'
import { statements as declarations } from './migrations/0056-declarations.ts'
import { statements as bindingConfirmations } from './migrations/0057-author-confirmations.ts'
import { statements as requests } from './migrations/0058-requests.ts'
import { statements as declaredMaterial } from './migrations/0059-declared-material.ts'
import { statements as publishedReviews } from './migrations/0060-published-reviews.ts'
import { statements as followsAndNames } from './migrations/0061-follows-and-names.ts'
import { statements as supplements } from './migrations/0062-supplements.ts'
import { statements as funders } from './migrations/0063-funders.ts'
import { statements as proofQueries } from './migrations/0064-proof-queries.ts'
import { statements as journalVersions } from './migrations/0065-journal-versions.ts'
import { statements as samples } from './migrations/0066-samples.ts'
import { statements as categories } from './migrations/0067-categories.ts'
import { statements as board } from './migrations/0068-board.ts'
import { statements as announcements } from './migrations/0069-announcements.ts'
import { statements as alerts } from './migrations/0070-alerts.ts'
import { statements as settingUp } from './migrations/0071-setting-up.ts'
import { statements as volumePages } from './migrations/0072-volume-pages.ts'
import { statements as duties } from './migrations/0073-duties.ts'
import { statements as ownPages } from './migrations/0074-own-pages.ts'
import { statements as fees } from './migrations/0076-fees.ts'
import { statements as invoices } from './migrations/0078-invoices.ts'
import { statements as moreDuties } from './migrations/0079-more-duties.ts'
import { statements as bankDetails } from './migrations/0080-bank-details.ts'
import { statements as journalPictures } from './migrations/0081-journal-pictures.ts'
import { statements as clocks } from './migrations/0083-clocks.ts'
import { statements as waiverListReaders } from './migrations/0085-waiver-list-readers.ts'
import { statements as heldTexts } from './migrations/0087-held-texts.ts'
import type { Tables } from './tables.ts'

/** Run in order: a statement, or a function for work that needs more than SQL. */
type Steps = readonly (string | ((connection: Kysely<Tables>) => Promise<void>))[]
/** Steps that work on both engines, or separate ones for each engine. */
type Statements = Steps | Record<Database['engine'], Steps>

export interface Migration {
  name: string
  statements: Statements
  /**
   * True if programs that do not know this change can go on working beside it: it only adds what they never read or
   * write, or what has a default. Otherwise they refuse to start, and all servers must be stopped before the change.
   */
  additive?: true
}

/** All migrations, in order. A published migration is never edited: add the next. */
export const migrations: readonly Migration[] = [
  { name: '0001-journal', statements: journal },
  { name: '0002-submissions', statements: submissions },
  { name: '0003-editing', statements: editing },
  { name: '0004-audit-append-only', statements: auditAppendOnly },
  { name: '0005-cleaned-texts', statements: cleanedTexts },
  { name: '0006-accounts', statements: accounts },
  { name: '0007-uploads', statements: uploads },
  { name: '0008-corrections', statements: corrections },
  { name: '0009-issues', statements: issues },
  { name: '0010-people', statements: people },
  { name: '0011-ordered-audit', statements: orderedAudit },
  { name: '0012-funding-statement', statements: fundingStatement },
  { name: '0013-successors', statements: successors },
  { name: '0014-article-heads', statements: articleHeads },
  { name: '0015-image-variants', statements: imageVariants },
  { name: '0016-outbox-of-reviews', statements: outboxOfReviews },
  { name: '0017-reviewers', statements: reviewers },
  { name: '0018-review-cases', statements: reviewCases },
  { name: '0019-full-texts', statements: fullTexts },
  { name: '0020-article-search', statements: articleSearch },
  { name: '0021-deposits', statements: deposits },
  { name: '0022-harvesting', statements: harvesting },
  { name: '0023-usage', statements: usage },
  { name: '0024-figures', statements: figures },
  { name: '0025-article-terms', statements: articleTerms },
  { name: '0026-article-references', statements: articleReferences },
  { name: '0027-article-citations', statements: articleCitations },
  { name: '0028-backups', statements: backups },
  { name: '0029-several-servers', statements: severalServers, additive: true },
  { name: '0030-second-factors', statements: secondFactors },
  { name: '0031-own-data', statements: ownData },
  { name: '0032-operating', statements: operating, additive: true },
  { name: '0033-recusals', statements: recusals, additive: true },
  { name: '0034-files-looked-at', statements: filesLookedAt, additive: true },
  { name: '0035-floods', statements: floods, additive: true },
  { name: '0036-conflicts', statements: conflicts, additive: true },
  { name: '0037-recusals-by-value', statements: recusalsByValue, additive: true },
  { name: '0038-jobs', statements: jobs },
  { name: '0039-index-jobs', statements: indexJobs },
  { name: '0040-undone-decisions', statements: undoneDecisions, additive: true },
  { name: '0041-article-authors', statements: articleAuthors, additive: true },
  { name: '0042-suggested-reviewers', statements: suggestedReviewers },
  { name: '0043-revision-dates', statements: revisionDates, additive: true },
  { name: '0044-author-confirmations', statements: authorConfirmations, additive: true },
  { name: '0045-revised-words', statements: revisedWords, additive: true },
  { name: '0046-author-proposals', statements: authorProposals },
  { name: '0048-messages-to-reviewers', statements: messagesToReviewers, additive: true },
  { name: '0049-case-notes', statements: caseNotes, additive: true },
  { name: '0050-files-of-decisions', statements: filesOfDecisions, additive: true },
  { name: '0051-index-names', statements: indexNames, additive: true },
  { name: '0052-versions', statements: versions },
  { name: '0053-notices', statements: notices },
  { name: '0054-marked-pdfs', statements: markedPdfs, additive: true },
  { name: '0055-retracted-dois', statements: retractedDois, additive: true },
  { name: '0056-declarations', statements: declarations, additive: true },
  { name: '0057-author-confirmations', statements: bindingConfirmations },
  { name: '0058-requests', statements: requests },
  { name: '0059-declared-material', statements: declaredMaterial },
  { name: '0060-published-reviews', statements: publishedReviews },
  { name: '0061-follows-and-names', statements: followsAndNames, additive: true },
  { name: '0062-supplements', statements: supplements },
  { name: '0063-funders', statements: funders },
  { name: '0064-proof-queries', statements: proofQueries, additive: true },
  { name: '0065-journal-versions', statements: journalVersions, additive: true },
  { name: '0066-samples', statements: samples, additive: true },
  { name: '0067-categories', statements: categories },
  { name: '0068-board', statements: board },
  { name: '0069-announcements', statements: announcements, additive: true },
  { name: '0070-alerts', statements: alerts },
  { name: '0071-setting-up', statements: settingUp, additive: true },
  { name: '0072-volume-pages', statements: volumePages },
  { name: '0073-duties', statements: duties },
  { name: '0074-own-pages', statements: ownPages },
  { name: '0076-fees', statements: fees, additive: true },
  { name: '0078-invoices', statements: invoices, additive: true },
  { name: '0079-more-duties', statements: moreDuties },
  { name: '0080-bank-details', statements: bankDetails, additive: true },
  { name: '0081-journal-pictures', statements: journalPictures },
  { name: '0083-clocks', statements: clocks, additive: true },
  { name: '0085-waiver-list-readers', statements: waiverListReaders, additive: true },
  { name: '0087-held-texts', statements: heldTexts },
]

/** The last change of the tables that this program knows. */
export const newestMigration = migrations.at(-1)!.name

/** Opens a database and migrates it, over a connection without a time limit. */
export async function openMigrated(where: Where): Promise<Database> {
  const patient = connect(where, ENDLESS)
  try {
    await migrate(patient)
  } finally {
    await patient.close()
  }
  return connect(where)
}

/** An arbitrary key for the advisory lock. */
const MIGRATION_LOCK = 7_235_041

/** How long a change waits for a table that others use: behind it, every reader of that table waits as well. */
const LOCK_MS = 1_000
/** Pauses between the attempts, in which the readers go on. */
const PAUSE_MS = 500
const TRIES = 60

interface Migrating {
  /** The changes that the program knows; tests try others. */
  known?: readonly Migration[]
  tries?: number
}

/**
 * Migrates to the newest version, all in one transaction. Concurrent processes wait for each other: on SQLite
 * for the write lock, on PostgreSQL for an advisory lock; the second finds nothing to do. Servers that run
 * meanwhile go on: on PostgreSQL a table that is in use is waited for briefly and often, never long. `to` names the last
 * migration to apply, for tests of later ones. Returns the names of what was applied.
 */
export async function migrate(
  database: Database,
  to?: string,
  { known = migrations, tries = TRIES }: Migrating = {},
): Promise<string[]> {
  for (let tried = 1; ; tried++) {
    try {
      return await migrateOnce(database, known, to)
    } catch (error) {
      if (!isLockInUse(error)) throw error
      if (tried >= tries) {
        throw new Error(
          'The tables of the database could not be changed, because they are in use without a pause. ' +
            'End what reads or writes them for long, such as a dump, and start again.',
          { cause: error },
        )
      }
      await setTimeout(PAUSE_MS * (0.5 + Math.random()))
    }
  }
}

/** PostgreSQL: the lock was not available in time, or two transactions waited for each other. */
const isLockInUse = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

async function migrateOnce(
  { engine, db }: Database,
  known: readonly Migration[],
  to: string | undefined,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    await run(engine === 'sqlite' ? 'begin immediate' : 'begin')
    try {
      const applied = await migrateWithin(connection, to, known)
      await run('commit')
      return applied
    } catch (error) {
      // The connection itself may have failed: the first error is the one to report.
      await run('rollback').catch(() => {})
      throw error
    }
  })
}

/** The same within the transaction that a connection is in. */
export async function migrateWithin(
  connection: Kysely<Tables>,
  to?: string,
  known: readonly Migration[] = migrations,
): Promise<string[]> {
  const engine = engineOf(connection)
  const last = to ?? known.at(-1)!.name
  const run = (statement: string) => sql.raw(statement).execute(connection)
  if (engine === 'postgres') {
    await run(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    // Only from here on: another process that migrates is waited for as long as it takes.
    await run(`set local lock_timeout = ${LOCK_MS}`)
  }
  await run('create table if not exists migrations (name text primary key, at text not null)')
  // The column `additive` came later.
  const done = await sql<{ name: string; additive?: number }>`select * from migrations`.execute(connection)
  refuseNewer(done.rows, known)
  const names = new Set(done.rows.map((row) => row.name))
  const applied = known.filter(({ name }) => name <= last && !names.has(name))
  for (const { name, statements } of applied) {
    for (const step of stepsFor(engine, statements)) {
      await (typeof step === 'string' ? run(step) : step(connection))
    }
    await sql`insert into migrations (name, at) values (${name}, ${new Date().toISOString()})`.execute(connection)
  }
  // After the last one, because the column may have come with it.
  for (const { name } of applied.filter(({ additive }) => additive)) {
    await sql`update migrations set additive = 1 where name = ${name}`.execute(connection)
  }
  return applied.map(({ name }) => name)
}

/** Throws if a newer program has changed the database in a way that this one cannot work beside. */
function refuseNewer(done: readonly { name: string; additive?: number }[], known: readonly Migration[]): void {
  const newer = done.find(({ name, additive }) => !additive && !known.some((one) => one.name === name))
  if (!newer) return
  throw new Error(
    `The database was last used by a newer version of this program (it has the change "${newer.name}"). Start that version, or restore a backup.`,
  )
}

const stepsFor = (engine: Database['engine'], statements: Statements): Steps =>
  'sqlite' in statements ? statements[engine] : statements
