import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { setJournal } from '../contract/journal.ts'
import { journalOf } from '../contract/rules/settings/values.ts'
import { connect, type Database, type Where } from '../platform/database/connect.ts'
import { openMigrated } from '../platform/database/migrate.ts'
import { HourlyLimits } from '../platform/database/hourly-limits.ts'
import { SharedCounts } from '../platform/database/shared-counts.ts'
import { CardPainter } from '../journal/discovery/cards/painter.ts'
import { FileLinks } from '../journal/publication/files/file-links.ts'
import { Uploads } from '../journal/publication/files/uploads.ts'
import { Documents } from '../journal/documents/documents.ts'
import { openMailer } from '../platform/email/mailer.ts'
import { CurrentJournal } from '../journal/settings/current-journal.ts'
import { DEFAULT_VALUES } from '../journal/settings/defaults.ts'
import { openJournal } from '../journal/settings/open-journal.ts'
import { startJournal } from '../journal/settings/start.ts'
import { TextBuilder } from '../journal/settings/texts.ts'
import { renewHeads } from '../platform/search-engine/article-heads.ts'
import { AddressHashes } from '../journal/peer-review/reviewers/address-hashes.ts'
import { renewReviewerWords } from '../journal/peer-review/reviewers/words.ts'
import { relyingPartyOf } from '../journal/accounts/second-factors/relying-party.ts'
import { Sealer } from '../journal/accounts/second-factors/sealer.ts'
import { AccessTokens } from '../journal/accounts/sessions/access-tokens.ts'
import { RefusedSignIns } from '../journal/accounts/sessions/refused-sign-ins.ts'
import { SignInDelays } from '../journal/accounts/users/sign-in-delays.ts'
import { OrcidConnection } from '../journal/accounts/users/orcid-connection.ts'
import { WorkerProcesses } from '../platform/workers/workers.ts'
import { openStore } from '../platform/storage/bucket-store.ts'
import { StorageUnavailable, type FileStore } from '../platform/storage/store.ts'
import { diskStore } from '../platform/storage/disk.ts'
import { emailKinds } from './email-kinds.ts'
import { extensions, openExtensions, withHealthFacts } from './extensions.ts'
import type { Environment } from './environment.ts'
import type { Resources } from './resources.ts'
import { openSecrets } from './same-secrets.ts'

export { openStore }

const programFolder = join(import.meta.dirname, '..', '..')
const contentFolder = join(programFolder, 'content')

/** The texts that come with the program. */
export const textBuilder = (): TextBuilder => new TextBuilder(contentFolder, emailKinds)

/** Opens the configured database, migrates it, reads the journal, and analyses what an earlier version has written. */
export async function openDatabase(environment: Environment): Promise<Database> {
  for (const { beforeOpening } of extensions) beforeOpening?.(environment.dataDir)
  const database = await openMigrated(databaseOf(environment))
  const builder = textBuilder()
  const current = new CurrentJournal(database, builder).rule()
  await startJournal(database, builder)
  await current.read()
  await analyse(database)
  return database
}

/**
 * Reads the journal as it is published, for a task that does nothing else with the database: it is neither made nor
 * migrated. Without one, what comes with the program holds.
 */
export async function readJournal(environment: Environment): Promise<void> {
  const where = databaseOf(environment)
  if ('file' in where && !existsSync(where.file)) {
    setJournal(() => journalOf(DEFAULT_VALUES))
    return
  }
  const database = connect(where)
  try {
    await new CurrentJournal(database, textBuilder()).rule().read()
  } finally {
    await database.close()
  }
}

export const databaseOf = ({ databaseUrl, dataDir }: Environment): Where =>
  databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'journal.sqlite') }

/** Analyses what an earlier version has written. */
export async function analyse(database: Database): Promise<void> {
  await renewHeads(database, (done) => {
    // A few seconds' work: longer silence would look like a failure.
    if (done % 10_000 === 0) process.stderr.write(`${done} articles are ready to be searched\n`)
  })
  await renewReviewerWords(database)
}

/** Creates all resources of the server from its settings. */
export async function openResources(environment: Environment, log: FastifyBaseLogger): Promise<Resources> {
  const { clamdUrl, processes } = environment
  const database = await openDatabase(environment)
  const workers = new WorkerProcesses(environment.workers)
  const secrets = await openSecrets(database, environment)
  const sharedCounts = database.engine === 'postgres' ? new SharedCounts(database.db, secrets.token) : null
  const store = openStore(environment)
  if (environment.s3) await checkStore(database, store, environment.dataDir, log)
  return withHealthFacts({
    ...openExtensions({ ...environment, where: databaseOf(environment), programFolder }),
    database,
    store,
    workers,
    accessTokens: new AccessTokens(secrets.token),
    addressHashes: new AddressHashes(secrets.address),
    fileLinks: new FileLinks(secrets.token),
    uploads: new Uploads(workers, {
      hourly: environment.rateLimit,
      spareBytes: environment.diskReserveBytes,
      clamdUrl,
      processes,
    }),
    documents: new Documents(workers),
    cardPainter: new CardPainter(workers),
    orcid: environment.orcid && new OrcidConnection(environment.orcid),
    secondFactors: {
      required: environment.secondFactorRequired,
      sealer: new Sealer(secrets.token),
      relyingParty: relyingPartyOf(environment.publicUrl),
    },
    sharedCounts,
    hourlyLimits: new HourlyLimits(database, secrets.token, environment.rateLimit),
    signInDelays: new SignInDelays(environment.rateLimit, sharedCounts),
    refusedSignIns: new RefusedSignIns(processes),
    ...(await openPublished(database)),
    mailer: environment.smtpUrl ? await openMailer(environment.smtpUrl, environment.publicUrl) : null,
    publicUrl: environment.publicUrl,
    log,
  })
}

/** The journal as it is published: from here on it is that of the whole program. */
async function openPublished(database: Database) {
  const opened = openJournal(database, textBuilder())
  await opened.currentJournal.rule().read()
  return opened
}

/**
 * Stops the start if the bucket that the settings name cannot be the right one: it refuses access, does not exist, or
 * lacks files that are in the data folder. A store that is only away for a while does not keep the journal from
 * starting: pages can be read meanwhile.
 */
export async function checkStore(
  { db }: Database,
  store: FileStore,
  dataDir: string,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await store.check()
    const newest = await db.selectFrom('files').select('id').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
    if (!newest) return
    const found = await store.open(newest.id)
    await found?.close()
    const left = found ? null : await diskStore(join(dataDir, 'files')).open(newest.id)
    await left?.close()
    if (left) {
      throw new Error(
        'The files of this journal are in DATA_DIR, not in the bucket that S3_BUCKET names. Start it without the S3_ settings, make a copy with npm run backup, and restore that copy with them.',
      )
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    if (error.isRefusal) throw new Error(`${error.message}. Please check the settings whose names begin with S3_.`)
    log.error({ err: error }, 'the store for files does not answer; files cannot be read or stored until it does')
  }
}
