import { join, resolve } from 'node:path'
import { z } from 'zod'
import { PASSWORD_MAX, PASSWORD_MIN } from '../contract/api/passwords.ts'
import { DISK_RESERVE_MB, MEGABYTE } from '../contract/rules/health/storage-rules.ts'
import { isCommonPassword } from '../journal/accounts/users/common-passwords.ts'
import { CLAMD_ADDRESS } from '../journal/publication/files/virus-scanner.ts'
import { smtpFault } from '../platform/email/smtp-settings.ts'
import { WORKER_LIMITS, type WorkerLimits } from '../platform/workers/workers.ts'
import type { BucketSettings } from '../platform/storage/store.ts'

// An empty variable counts as not set: that is how hosting panels clear one.
/** With less a picture of 50 megapixels cannot be read. */
const LEAST_WORKER_MB = 256

const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

const onOff = z.enum(['on', 'off'], 'must be on or off')
const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}
const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as journal-files')
const storeAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.org' })
const keyPrefix = z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/, 'must be a path such as journal or societies/journal')
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** Secrets are never printed to a terminal or a log. */
const SECRET = new Set([
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'SMTP_URL',
  'CROSSREF_PASSWORD',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_KEY',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
])

const Variables = z.object({
  NODE_ENV: optional(
    z.enum(['production', 'development', 'test'], 'must be production, development or test').optional(),
  ),
  HOST: optional(z.string().default('127.0.0.1')),
  PORT: optional(wholeNumber(0, 65535).default(3000)),
  DATA_DIR: optional(z.string().default('./data')),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
  ),
  PUBLIC_URL: optional(
    z.url({ protocol: /^https?$/, error: 'must be an address such as https://journal.example.org' }).optional(),
  ),
  ADMIN_EMAIL: optional(z.email('must be an email address').optional()),
  ADMIN_PASSWORD: optional(
    z
      .string()
      .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
      .max(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`)
      .refine((password) => !isCommonPassword(password), 'must not be a password that many people use')
      .optional(),
  ),
  SAMPLE_CONTENT: optional(onOff.optional()),
  ORCID_CLIENT_ID: optional(z.string().optional()),
  ORCID_CLIENT_SECRET: optional(z.string().optional()),
  ORCID_URL: optional(
    z.url({ protocol: /^https?$/, error: 'must be an address such as https://orcid.org' }).default('https://orcid.org'),
  ),
  CROSSREF_USER: optional(z.string().optional()),
  CROSSREF_PASSWORD: optional(z.string().optional()),
  CROSSREF_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://test.crossref.org' })
      .default('https://doi.crossref.org'),
  ),
  SMTP_URL: optional(
    z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: 'must be an address such as smtp://name:password@mail.example.org:587',
        abort: true,
      })
      .superRefine((url, { addIssue }) => {
        const fault = smtpFault(url)
        if (fault) addIssue(fault)
      })
      .optional(),
  ),
  CLAMD_URL: optional(
    z
      .string()
      .regex(CLAMD_ADDRESS, 'must be an address such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl')
      .optional(),
  ),
  S3_BUCKET: optional(bucketName.optional()),
  S3_REGION: optional(z.string().default('us-east-1')),
  S3_ENDPOINT: optional(storeAddress.optional()),
  S3_ACCESS_KEY_ID: optional(z.string().optional()),
  S3_SECRET_ACCESS_KEY: optional(z.string().optional()),
  S3_PREFIX: optional(keyPrefix.optional()),
  BACKUP_EVERY_HOURS: optional(
    z
      .string()
      .regex(/^(?:off|[1-9]\d{0,2})$/, 'must be a whole number of hours from 1 to 999, or off')
      .transform((value) => (value === 'off' ? value : Number(value)))
      .optional(),
  ),
  BACKUP_DIR: optional(z.string().optional()),
  BACKUP_TO_BUCKET: optional(onOff.default('off')),
  BACKUP_S3_BUCKET: optional(bucketName.optional()),
  BACKUP_S3_REGION: optional(z.string().default('us-east-1')),
  BACKUP_S3_ENDPOINT: optional(storeAddress.optional()),
  BACKUP_S3_ACCESS_KEY_ID: optional(z.string().optional()),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string().optional()),
  BACKUP_S3_PREFIX: optional(keyPrefix.optional()),
  /** Keys of age: the first one encrypts, the others open what was encrypted before. */
  BACKUP_KEY: optional(
    z
      .string()
      .regex(
        /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}(?: +AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58})*$/,
        'must be a key that "npm run backup -- --new-key" has printed',
      )
      .optional(),
  ),
  CDN_SECONDS: optional(wholeNumber(0, 86_400).default(0)),
  REPLACE_SECRETS: optional(onOff.default('off')),
  SECOND_FACTOR: optional(z.enum(['offered', 'required'], 'must be offered or required').default('offered')),
  RATE_LIMIT: optional(onOff.default('on')),
  DISK_RESERVE_MB: optional(wholeNumber(16, 1_000_000).default(DISK_RESERVE_MB)),
  OPERATOR_EMAIL: optional(z.email('must be an email address').optional()),
  METRICS_TOKEN: optional(
    z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 characters without spaces')
      .optional(),
  ),
  LOG_ADDRESSES: optional(onOff.default('off')),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info')),
  /** How many proxies in front of this process are trusted to report the client address. */
  TRUST_PROXY: optional(wholeNumber(0, 10).default(0)),
  WEB_CONCURRENCY: optional(wholeNumber(1, 16).default(1)),
  WORKERS: optional(wholeNumber(1, 32).default(WORKER_LIMITS.atOnce)),
  WORKER_MEMORY_MB: optional(wholeNumber(LEAST_WORKER_MB, 65_536).optional()),
})

export interface Environment {
  production: boolean
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** Without a trailing slash. */
  publicUrl: string
  admin: { email: string; password: string } | undefined
  sampleContent: boolean
  /** Null if the connection is not configured. */
  orcid: { clientId: string; clientSecret: string; url: string; publicUrl: string } | null
  /** Null without credentials: deposits are offered as files. */
  crossref: { user: string; password: string; url: string } | null
  /** The mail server; undefined: emails stay in the outbox. */
  smtpUrl: string | undefined
  /** The virus scanner for uploads; undefined: none. */
  clamdUrl: string | undefined
  /** Where files are stored; null: in the data folder. */
  s3: BucketSettings | null
  /** The backups that the server makes by itself, and the bucket in which they are put; null: none. */
  backups: { everyHours: number; folder: string; bucket: BucketSettings | null } | null
  /** The first one encrypts backups; none: they are not encrypted. */
  backupKeys: string[]
  /** How long a CDN may answer with public pages without asking; 0: it asks every time. */
  cdnSeconds: number
  /** The secrets of this server's data folder take the place of those that the database knows. */
  replaceSecrets: boolean
  /** True if administrators need a second factor. */
  secondFactorRequired: boolean
  /** Who is emailed once a day what needs someone at the server; null: nobody. */
  operatorEmail: string | null
  rateLimit: boolean
  /** Disk space that uploads and background work leave free. */
  diskReserveBytes: number
  /** What a program has to send to read the metrics; undefined: there are none. */
  metricsToken: string | undefined
  logLevel: string
  /** True: the log holds the network addresses of those who call. */
  logAddresses: boolean
  trustProxy: number
  /** How many processes serve the journal. */
  processes: number
  /** What each of them may start for work that takes long. */
  workers: WorkerLimits
}

/** Each process that serves gets its part: all together never take more than the settings allow. */
function workerLimits(v: {
  WEB_CONCURRENCY: number
  WORKERS: number
  WORKER_MEMORY_MB?: number | undefined
}): WorkerLimits {
  const workers = Math.max(v.WORKERS, v.WEB_CONCURRENCY)
  const least = LEAST_WORKER_MB * workers
  const megabytes = v.WORKER_MEMORY_MB ?? Math.max(WORKER_LIMITS.memoryMegabytes, least)
  if (megabytes < least) {
    throw new Error(
      `The setting WORKER_MEMORY_MB is ${megabytes}: its ${workers} processes (WORKERS, or WEB_CONCURRENCY if that is more) need at least ${least}.`,
    )
  }
  return {
    memoryMegabytes: Math.floor(megabytes / v.WEB_CONCURRENCY),
    atOnce: Math.max(1, Math.floor(v.WORKERS / v.WEB_CONCURRENCY)),
  }
}

/** The bucket that the settings with these names are about; null: there is none. */
function bucketOf(v: z.infer<typeof Variables>, names: 'S3' | 'BACKUP_S3'): BucketSettings | null {
  const [bucket, accessKeyId, secretAccessKey, prefix] = [
    v[`${names}_BUCKET`],
    v[`${names}_ACCESS_KEY_ID`],
    v[`${names}_SECRET_ACCESS_KEY`],
    v[`${names}_PREFIX`],
  ]
  if (!bucket && !accessKeyId && !secretAccessKey) return null
  if (!bucket || !accessKeyId || !secretAccessKey) {
    throw new Error(
      `The settings ${names}_BUCKET, ${names}_ACCESS_KEY_ID and ${names}_SECRET_ACCESS_KEY go together: set all of them or none.`,
    )
  }
  return {
    ...{ bucket, accessKeyId, secretAccessKey, region: v[`${names}_REGION`], endpoint: v[`${names}_ENDPOINT`] },
    prefix: prefix ? `${prefix}/` : '',
  }
}

/**
 * Reads the settings from the process environment; throws a one-sentence error that names the first invalid
 * variable.
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const parsed = Variables.safeParse(variables)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = issue.path.join('.')
    const value = SECRET.has(name) ? 'is not right' : `is "${variables[name] ?? ''}"`
    throw new Error(`The setting ${name} ${value}: it ${issue.message}.`)
  }
  const v = parsed.data
  if ((v.ADMIN_EMAIL === undefined) !== (v.ADMIN_PASSWORD === undefined)) {
    throw new Error('The settings ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  }
  if ((v.ORCID_CLIENT_ID === undefined) !== (v.ORCID_CLIENT_SECRET === undefined)) {
    throw new Error('The settings ORCID_CLIENT_ID and ORCID_CLIENT_SECRET go together: set both or neither.')
  }
  if ((v.CROSSREF_USER === undefined) !== (v.CROSSREF_PASSWORD === undefined)) {
    throw new Error('The settings CROSSREF_USER and CROSSREF_PASSWORD go together: set both or neither.')
  }
  const s3 = bucketOf(v, 'S3')
  const ownBucket = bucketOf(v, 'BACKUP_S3')
  if (v.BACKUP_TO_BUCKET === 'on' && !s3 && !ownBucket) {
    throw new Error('The setting BACKUP_TO_BUCKET is "on": it needs S3_BUCKET or BACKUP_S3_BUCKET too.')
  }
  const production = v.NODE_ENV === 'production'
  const publicUrl = v.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? `http://${v.HOST}:${v.PORT}`
  const everyHours = v.BACKUP_EVERY_HOURS ?? (production ? 24 : 'off')
  return {
    production,
    host: v.HOST,
    port: v.PORT,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    publicUrl,
    admin: v.ADMIN_EMAIL && v.ADMIN_PASSWORD ? { email: v.ADMIN_EMAIL, password: v.ADMIN_PASSWORD } : undefined,
    sampleContent: v.SAMPLE_CONTENT ? v.SAMPLE_CONTENT === 'on' : !production,
    orcid:
      v.ORCID_CLIENT_ID && v.ORCID_CLIENT_SECRET
        ? {
            clientId: v.ORCID_CLIENT_ID,
            clientSecret: v.ORCID_CLIENT_SECRET,
            url: v.ORCID_URL.replace(/(?<!\/)\/+$/, ''),
            publicUrl,
          }
        : null,
    crossref:
      v.CROSSREF_USER && v.CROSSREF_PASSWORD
        ? { user: v.CROSSREF_USER, password: v.CROSSREF_PASSWORD, url: v.CROSSREF_URL.replace(/(?<!\/)\/+$/, '') }
        : null,
    smtpUrl: v.SMTP_URL,
    clamdUrl: v.CLAMD_URL,
    s3,
    backups:
      everyHours === 'off'
        ? null
        : {
            everyHours,
            folder: resolve(v.BACKUP_DIR ?? join(v.DATA_DIR, 'backups')),
            bucket: ownBucket ?? (v.BACKUP_TO_BUCKET === 'on' ? s3 : null),
          },
    backupKeys: v.BACKUP_KEY?.split(/ +/) ?? [],
    cdnSeconds: v.CDN_SECONDS,
    replaceSecrets: v.REPLACE_SECRETS === 'on',
    secondFactorRequired: v.SECOND_FACTOR === 'required',
    operatorEmail: v.OPERATOR_EMAIL ?? null,
    rateLimit: v.RATE_LIMIT === 'on',
    diskReserveBytes: v.DISK_RESERVE_MB * MEGABYTE,
    metricsToken: v.METRICS_TOKEN,
    logLevel: v.LOG_LEVEL,
    logAddresses: v.LOG_ADDRESSES === 'on',
    trustProxy: v.TRUST_PROXY,
    processes: v.WEB_CONCURRENCY,
    workers: workerLimits(v),
  }
}
