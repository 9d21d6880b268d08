import type { FastifyInstance } from 'fastify'
import type { HealthFacts } from '../contract/rules/health/facts.ts'
import type { Tx, Where } from '../platform/database/connect.ts'
import type { EmailKinds } from '../platform/email/kinds.ts'
import type { PublicCache } from '../platform/http/public-cache.ts'
import type { RateLimits } from '../platform/http/rate-limits.ts'
import type { RequestCounts } from '../platform/http/request-counts.ts'
import type { BackgroundWork } from '../platform/jobs/background.ts'
import type { JobHandler } from '../platform/jobs/run.ts'
import type { BucketSettings } from '../platform/storage/store.ts'

/** Of the settings of a process, those that extensions read. */
export interface ExtensionSettings {
  production: boolean
  rateLimit: boolean
  secondFactorRequired: boolean
  operatorEmail: string | null
  dataDir: string
  where: Where
  s3: BucketSettings | null
  programFolder: string
  crossref: { user: string; password: string; url: string; timeoutMs?: number } | null
  /** Backups are put into the bucket; null: they stay in the folder. */
  backups: { everyHours: number; folder: string; bucket: BucketSettings | null } | null
  backupKeys: readonly string[]
}

/** What an extension's addresses are mounted with. */
export interface MountParts {
  rates: RateLimits
  cache: PublicCache
  /** How many proxies in front are believed who has asked. */
  trustProxy: number
  /** Null: nothing is measured. */
  metrics: { token: string; counts: RequestCounts } | null
}

/**
 * What an extension adds to the journal, each part only if it has one. `Own` are the resources that it brings, `Needs`
 * are those that its parts are given.
 */
export interface Extension<Own extends object = object, Needs = Own> {
  /** Looks at the data folder before the database is opened. Throws the sentence that refuses the start. */
  beforeOpening?(dataDir: string): void
  open?(settings: ExtensionSettings): Own
  /** Fills an empty journal at its first start, and answers how many articles were added. */
  fill?(resources: Needs): Promise<number>
  /** The same for what nobody waits for: once the journal answers and has an administrator. */
  fillLater?(resources: Needs): Promise<number>
  /** Who answers the calls of its nouns. */
  handlers?: object
  emails?: Partial<EmailKinds>
  jobs?(resources: Needs): JobHandler[]
  background?(resources: Needs): BackgroundWork[]
  /** Enqueues at the start what an earlier program has made otherwise, or a setting now asks for. */
  enqueue?(tx: Tx): Promise<void>
  /** What the page of the journal's state judges besides, each part by its name. */
  healthFacts?: { [Part in keyof HealthFacts]?: (resources: Needs) => Promise<HealthFacts[Part]> }
  mount?(app: FastifyInstance, resources: Needs, parts: MountParts): void | Promise<void>
}

/** What extensions find out about themselves, by the name of the part; null in time if it could not be found out. */
export type HealthFactsParts = Readonly<Record<string, () => Promise<unknown>>>

/** The resources that an extension brings. */
export type OwnOf<E> = E extends Extension<infer Own, never> ? Own : never
