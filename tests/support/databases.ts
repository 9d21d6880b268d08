/**
 * The main test fixture: a complete journal with its own database, on every engine.
 *
 *   describe('articles', () => {
 *     eachDatabase((open, engine) => {
 *       let journal: TestJournal
 *       beforeAll(async () => { journal = await open() })   // closed automatically
 *       test('the first page', async () => {
 *         await anArticle(journal.database, { state: 'public' })   // tests/support/builders.ts
 *         const answer = await journal.get('/posts/published')
 *         expect(answer.status).toBe(200)
 *       })
 *     })
 *   })
 *
 * `eachDatabase` runs its body once on SQLite and once on PostgreSQL (reported as skipped if its server
 * programs are not installed). `open` returns `{ database, resources, app, get, post, put, send, … }`
 * with its own database and data folder, and without rate limits unless requested (`limits: true`).
 * `openTestJournal(engine)` is the same outside `eachDatabase`, and must be closed explicitly;
 * `watchQueries` records the queries of a function, `planOf` the engine's query plan.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { CompiledQuery, sql, type RootOperationNode } from 'kysely'
import { afterAll, describe, inject } from 'vitest'
import { API_PREFIX } from '../../src/contract/rules/site/path-roots.ts'
import type { Patience } from '../../src/platform/http/slow-senders.ts'
import { createApp } from '../../src/app/app.ts'
import type { BackupSettings } from '../../src/extensions/backups/resources.ts'
import { emailKinds } from '../../src/app/email-kinds.ts'
import { connect, type Database, type Where } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { HourlyLimits } from '../../src/platform/database/hourly-limits.ts'
import { SharedCounts } from '../../src/platform/database/shared-counts.ts'
import type { Patience as DatabasePatience } from '../../src/platform/database/postgres.ts'
import { CardPainter } from '../../src/journal/discovery/cards/painter.ts'
import { FileLinks } from '../../src/journal/publication/files/file-links.ts'
import { Uploads, type UploadSettings } from '../../src/journal/publication/files/uploads.ts'
import { Documents } from '../../src/journal/documents/documents.ts'
import { openMailer } from '../../src/platform/email/mailer.ts'
import { openJournal } from '../../src/journal/settings/open-journal.ts'
import { TextBuilder } from '../../src/journal/settings/texts.ts'
import { openExtensions, withHealthFacts } from '../../src/app/extensions.ts'
import type { ExtensionSettings } from '../../src/extensions/extension.ts'
import type { Resources } from '../../src/app/resources.ts'
import { AddressHashes } from '../../src/journal/peer-review/reviewers/address-hashes.ts'
import { relyingPartyOf } from '../../src/journal/accounts/second-factors/relying-party.ts'
import { Sealer } from '../../src/journal/accounts/second-factors/sealer.ts'
import { AccessTokens } from '../../src/journal/accounts/sessions/access-tokens.ts'
import { RefusedSignIns } from '../../src/journal/accounts/sessions/refused-sign-ins.ts'
import { SignInDelays } from '../../src/journal/accounts/users/sign-in-delays.ts'
import { OrcidConnection } from '../../src/journal/accounts/users/orcid-connection.ts'
import type { BucketSettings } from '../../src/platform/storage/store.ts'
import { bucketStore } from '../../src/platform/storage/bucket-store.ts'
import { openLog } from '../../src/platform/log.ts'
import { diskStore } from '../../src/platform/storage/disk.ts'
import { openS3Bucket } from '../../src/platform/storage/s3-bucket.ts'
import type { Tier } from '../tiers.ts'
import { migratedDatabase, type Engine } from './fresh-database.ts'
import type { Workers } from '../../src/platform/workers/workers.ts'
import { workersHere } from './workers-here.ts'

export interface OpenOptions {
  /** Rate limits, and growing delays after failed sign-ins. Off by default. */
  limits?: boolean
  /** How many proxies in front are trusted to report the client address. */
  trustProxy?: number
  publicUrl?: string
  /** Administrators need a second factor. */
  secondFactorRequired?: boolean
  /** A mock ORCID provider; without one the connection is not configured. */
  orcid?: { clientId: string; clientSecret: string; url: string }
  /** A server that stands in for Crossref; without one deposits are offered as files. */
  crossref?: ExtensionSettings['crossref']
  /** A PostgreSQL database with this URL instead of a new one on the tests' server. */
  databaseUrl?: string
  /** Time limits of the database. */
  databasePatience?: DatabasePatience
  /** A bucket for files instead of the data folder. */
  s3?: BucketSettings
  /** An existing data folder instead of a new one. */
  dataDir?: string
  /** Limits and checks of uploads. */
  uploads?: UploadSettings
  /** Time limits for receiving requests. */
  patience?: Patience
  cardPainter?: CardPainter
  /** Processes for tasks, where it matters what they hold up; others are done here. */
  workers?: Workers
  /** How the server makes copies; without it they are switched off. */
  backups?: (where: Where, dataDir: string) => BackupSettings
  /**
   * A mail server; without one emails stay in the outbox. Nothing is delivered automatically: use
   * `deliverDue`.
   */
  smtpUrl?: string
  metricsToken?: string
  /** What is logged; errors alone by default. */
  logLevel?: string
  logAddresses?: boolean
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** The answer parsed as JSON; undefined if it is not JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests say with `expect` what they expect
  body: any
  text: string
  bytes: Buffer
}

export interface CallOptions {
  /** The caller, as returned by `aSignedIn`. */
  as?: { headers: Record<string, string> } | undefined
  headers?: Record<string, string>
}

export interface TestJournal {
  engine: Engine
  /** The journal's data folder; removed by `close`. */
  dataDir: string
  database: Database
  /** Where the database is, for further connections. */
  where: Where
  resources: Resources
  /** The journal's HTTP application without the site's pages. */
  app: FastifyInstance
  /** Errors that the server logged. */
  logged: string[]
  /** Paths are those of the endpoint table; the API's prefix is added. */
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body: unknown, options?: CallOptions): Promise<Answer>
  put(path: string, body: unknown, options?: CallOptions): Promise<Answer>
  send(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

export type Open = (options?: OpenOptions) => Promise<TestJournal>

/** Of a file that tries so many things one by one that PostgreSQL is left to the second tier (`tests/tiers.ts`). */
export const IN_SECOND_TIER = { postgres: 'second' } as const

/** Runs the tests of `body` on every engine. Journals opened by `open` are closed after the last. */
export function eachDatabase(
  body: (open: Open, engine: Engine) => void,
  { postgres }: { postgres?: 'second' } = {},
): void {
  const tier = postgres === 'second' ? (process.env.TEST_TIER as Tier | undefined) : undefined
  const on = (engine: Engine) => () => {
    const opened: TestJournal[] = []
    afterAll(() => Promise.all(opened.map((journal) => journal.close())))
    body(async (options) => {
      const journal = await openTestJournal(engine, options)
      opened.push(journal)
      return journal
    }, engine)
  }
  if (tier !== 'rest') describe('on SQLite', on('sqlite'))
  if (tier === 'first') return
  if (inject('postgres') !== null) describe('on PostgreSQL', on('postgres'))
  else describe.skip('on PostgreSQL (left out: its server programs are not installed)', on('postgres'))
}

/** What a process makes pages, emails and letters with. */
export const newTextBuilder = (): TextBuilder =>
  new TextBuilder(join(import.meta.dirname, '..', '..', 'content'), emailKinds)

/** One for all journals of a test's process: a text is made again only where one has changed it. */
const textBuilder = newTextBuilder()

export async function openTestJournal(engine: Engine, options: OpenOptions = {}): Promise<TestJournal> {
  const { where, dataDir, remove } = await migratedDatabase(options.databaseUrl ? 'sqlite' : engine, options.dataDir)
  const database = connect(options.databaseUrl ? { url: options.databaseUrl } : where, options.databasePatience)
  if (options.databaseUrl) await migrate(database)
  const logged: string[] = []
  const files = join(dataDir, 'files')
  mkdirSync(files)
  const secret = randomBytes(48)
  const sharedCounts = database.engine === 'postgres' ? new SharedCounts(database.db, secret) : null
  const publicUrl = options.publicUrl ?? 'http://journal.test'
  const workers = options.workers ?? workersHere
  const extensions = openExtensions({
    ...{ production: true, rateLimit: true, secondFactorRequired: true, operatorEmail: null, backupKeys: [] },
    ...{ dataDir, where, s3: null, programFolder: dataDir, crossref: options.crossref ?? null, backups: null },
  })
  const resources = withHealthFacts({
    ...extensions,
    database,
    store: options.s3 ? bucketStore(openS3Bucket(options.s3), files) : diskStore(files),
    accessTokens: new AccessTokens(secret),
    addressHashes: new AddressHashes(secret),
    fileLinks: new FileLinks(secret),
    uploads: new Uploads(workers, options.uploads),
    workers,
    documents: new Documents(workers),
    cardPainter: options.cardPainter ?? new CardPainter(workers),
    orcid: options.orcid ? new OrcidConnection({ ...options.orcid, publicUrl }) : null,
    secondFactors: {
      required: options.secondFactorRequired ?? false,
      sealer: new Sealer(secret),
      relyingParty: relyingPartyOf(publicUrl),
    },
    sharedCounts,
    hourlyLimits: new HourlyLimits(database, secret, options.limits ?? false),
    signInDelays: new SignInDelays(options.limits ?? false, sharedCounts),
    refusedSignIns: new RefusedSignIns(),
    ...openJournal(database, textBuilder),
    mailer: options.smtpUrl ? await openMailer(options.smtpUrl, publicUrl) : null,
    ...(options.backups ? { backups: options.backups(where, dataDir) } : {}),
    publicUrl,
    log: openLog({ level: options.logLevel ?? 'error', addresses: options.logAddresses ?? false }, collect(logged)),
  })
  const app = await createApp({
    resources,
    rates: { on: options.limits ?? false },
    trustProxy: options.trustProxy ?? 0,
    metricsToken: options.metricsToken,
    ...(options.patience ? { patience: options.patience } : {}),
  })
  const send: TestJournal['send'] = async (method, path, body, { as, headers } = {}) => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: API_PREFIX + path,
      headers: { ...as?.headers, ...headers },
      ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: asJson(answer.body),
      text: answer.body,
      bytes: answer.rawPayload,
    }
  }
  return {
    engine,
    dataDir,
    database,
    where: options.databaseUrl ? { url: options.databaseUrl } : where,
    resources,
    app,
    logged,
    send,
    get: (path, given) => send('GET', path, undefined, given),
    post: (path, body, given) => send('POST', path, body, given),
    put: (path, body, given) => send('PUT', path, body, given),
    close: async () => {
      await app.close()
      // A test may have dropped the database already.
      await database.close().catch(() => {})
      await remove()
    },
  }
}

/** Records the queries of `work`, which gets an instrumented database. */
export async function watchQueries(
  database: Database,
  work: (watched: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const asked: CompiledQuery[] = []
  const nodes = new WeakMap<object, RootOperationNode>()
  const db = database.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      nodes.set(queryId, node)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      asked.push(database.db.getExecutor().compileQuery(nodes.get(queryId)!, queryId))
      return result
    },
  })
  await work({ ...database, db, transaction: (inside) => db.transaction().execute(inside) })
  return asked
}

/**
 * The query plan, line by line; on PostgreSQL as if the table were too large for a sequential scan, and without
 * another way of reading it.
 */
export function planOf(
  database: Database,
  { sql: statement, parameters }: CompiledQuery,
  without = ['enable_bitmapscan'],
): Promise<string[]> {
  return database.db.connection().execute(async (connection) => {
    if (database.engine === 'sqlite') {
      const { rows } = await connection.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${statement}`, [...parameters]),
      )
      return rows.map((row) => row.detail)
    }
    await sql`set enable_seqscan = off`.execute(connection)
    for (const way of without) await sql.raw(`set ${way} = off`).execute(connection)
    const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain (costs off) ${statement}`, [...parameters]),
    )
    await sql`reset all`.execute(connection)
    return rows.map((row) => row['QUERY PLAN'])
  })
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const collect = (lines: string[]): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
