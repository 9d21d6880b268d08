import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

const sentenceFor = (variables: Record<string, string>): string => {
  try {
    readEnvironment(variables)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('was accepted')
}

describe('a bad setting stops the start with one sentence that names it', () => {
  test.each([
    ['NODE_ENV', 'staging', 'must be production, development or test'],
    ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
    ['PORT', '80.5', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['PUBLIC_URL', 'journal.example.org', 'must be an address such as https://journal.example.org'],
    ['PUBLIC_URL', 'ftp://journal.example.org', 'must be an address such as https://journal.example.org'],
    ['SAMPLE_CONTENT', 'yes', 'must be on or off'],
    ['RATE_LIMIT', 'false', 'must be on or off'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['TRUST_PROXY', 'yes', 'must be a whole number from 0 to 10'],
    ['WEB_CONCURRENCY', '0', 'must be a whole number from 1 to 16'],
    ['WEB_CONCURRENCY', 'auto', 'must be a whole number from 1 to 16'],
    ['CLAMD_URL', 'localhost:3310', 'must be an address such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl'],
    ['ADMIN_EMAIL', 'admin', 'must be an email address'],
    ['CROSSREF_URL', 'test.crossref.org', 'must be an address such as https://test.crossref.org'],
    ['S3_BUCKET', 'Our Files', 'must be the name of a bucket, such as journal-files'],
    ['S3_ENDPOINT', 's3.example.org', 'must be an address such as https://s3.example.org'],
    ['S3_PREFIX', '/journal/', 'must be a path such as journal or societies/journal'],
    ['S3_PREFIX', '../journal', 'must be a path such as journal or societies/journal'],
  ])('%s=%s', (name, value, rule) => {
    expect(sentenceFor({ [name]: value })).toBe(`The setting ${name} is "${value}": it ${rule}.`)
  })

  test.each([
    ['DATABASE_URL', 'mysql://root:secret@db/journal', 'must begin with postgres://'],
    ['ADMIN_PASSWORD', 'secret', 'must have at least 8 characters'],
    ['ADMIN_PASSWORD', 'secret'.repeat(30), 'must have at most 128 characters'],
    ['ADMIN_PASSWORD', 'Secret12', 'must not be a password that many people use'],
    ['SMTP_URL', 'mail.example.org', 'must be an address such as smtp://name:password@mail.example.org:587'],
    ['SMTP_URL', 'https://me:secret@mail', 'must be an address such as smtp://name:password@mail.example.org:587'],
    ['SMTP_URL', 'smtp://', 'must be an address such as smtp://name:password@mail.example.org:587'],
  ])('%s, without repeating what it holds', (name, value, rule) => {
    const sentence = sentenceFor({ [name]: value })
    expect(sentence).toBe(`The setting ${name} is not right: it ${rule}.`)
    expect(sentence).not.toContain('secret')
  })

  test('an administrator needs both an address and a password', () => {
    const sentence = 'The settings ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.'
    expect(sentenceFor({ ADMIN_EMAIL: 'admin@example.org' })).toBe(sentence)
    expect(sentenceFor({ ADMIN_PASSWORD: 'Sunflower-42' })).toBe(sentence)
  })
})

describe('a bucket for files', () => {
  const bucket = { S3_BUCKET: 'journal-files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'Sunflower-42' }

  test('needs its name and both parts of the key', () => {
    for (const name of Object.keys(bucket)) {
      const sentence = 'The settings S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together'
      expect(sentenceFor({ ...bucket, [name]: '' })).toContain(sentence)
    }
    expect(readEnvironment({}).s3).toBeNull()
  })

  test('is Amazon’s unless another store is named', () => {
    expect(readEnvironment(bucket).s3).toMatchObject({ region: 'us-east-1', endpoint: undefined, prefix: '' })
    const other = { S3_ENDPOINT: 'https://s3.example.org', S3_REGION: 'eu-1', S3_PREFIX: 'societies/jpbr' }
    const { endpoint, region, prefix } = readEnvironment({ ...bucket, ...other }).s3!
    expect({ endpoint, region, prefix }).toEqual({
      endpoint: 'https://s3.example.org',
      region: 'eu-1',
      prefix: 'societies/jpbr/',
    })
  })
})

describe('Crossref', () => {
  const login = { CROSSREF_USER: 'jpbr/role', CROSSREF_PASSWORD: 'Sunflower-42' }

  test('needs both a user name and a password', () => {
    const sentence = 'The settings CROSSREF_USER and CROSSREF_PASSWORD go together: set both or neither.'
    expect(sentenceFor({ CROSSREF_USER: 'jpbr/role' })).toBe(sentence)
    expect(sentenceFor({ CROSSREF_PASSWORD: 'Sunflower-42' })).toBe(sentence)
    expect(readEnvironment({}).crossref).toBeNull()
  })

  test('is the system that registers, unless another is named', () => {
    expect(readEnvironment(login).crossref!.url).toBe('https://doi.crossref.org')
    const url = 'https://test.crossref.org'
    expect(readEnvironment({ ...login, CROSSREF_URL: `${url}/` }).crossref!.url).toBe(url)
  })
})

describe('without any setting', () => {
  const environment = readEnvironment({})

  test('the journal runs on this machine alone, on its embedded database', () => {
    expect(environment).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      trustProxy: 0,
      processes: 1,
    })
    expect(isAbsolute(environment.dataDir)).toBe(true)
  })

  test('limits are on, nobody is an administrator by default, and newcomers see a sample', () => {
    expect(environment).toMatchObject({ rateLimit: true, admin: undefined, sampleContent: true })
  })
})

test('a setting that is set to nothing counts as not set', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '', NODE_ENV: '' })).toEqual(
    readEnvironment({}),
  )
})

test('in production there is no sample unless it is asked for', () => {
  expect(readEnvironment({ NODE_ENV: 'production' }).sampleContent).toBe(false)
  expect(readEnvironment({ NODE_ENV: 'production', SAMPLE_CONTENT: 'on' }).sampleContent).toBe(true)
  expect(readEnvironment({ SAMPLE_CONTENT: 'off' }).sampleContent).toBe(false)
})

test('the virus scanner is asked only where there is one', () => {
  expect(readEnvironment({}).clamdUrl).toBeUndefined()
  expect(readEnvironment({ CLAMD_URL: 'tcp://clamav:3310' }).clamdUrl).toBe('tcp://clamav:3310')
})

test('the public address loses its last slash', () => {
  expect(readEnvironment({ PUBLIC_URL: 'https://journal.example.org/' }).publicUrl).toBe('https://journal.example.org')
})

test('copies are made daily in production, and elsewhere if that is asked for', () => {
  expect(readEnvironment({}).backups).toBeNull()
  expect(readEnvironment({ NODE_ENV: 'production', DATA_DIR: '/data' }).backups).toEqual({
    ...{ everyHours: 24, folder: '/data/backups', bucket: null },
  })
  expect(readEnvironment({ NODE_ENV: 'production', BACKUP_EVERY_HOURS: 'off' }).backups).toBeNull()
  expect(readEnvironment({ BACKUP_EVERY_HOURS: '6', BACKUP_DIR: '/copies' }).backups).toMatchObject({
    ...{ everyHours: 6, folder: '/copies' },
  })
  expect(() => readEnvironment({ BACKUP_EVERY_HOURS: '0' })).toThrow(/BACKUP_EVERY_HOURS.*from 1 to 999, or off/)
  expect(() => readEnvironment({ BACKUP_TO_BUCKET: 'on' })).toThrow(/needs S3_BUCKET/)
})

test('backups can have a bucket of their own, and be encrypted', () => {
  const files = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const own = { BACKUP_S3_BUCKET: 'elsewhere', BACKUP_S3_ACCESS_KEY_ID: 'c', BACKUP_S3_SECRET_ACCESS_KEY: 'd' }
  const bucketOf = (more: Record<string, string>) =>
    readEnvironment({ NODE_ENV: 'production', ...more }).backups?.bucket?.bucket
  expect(bucketOf(files)).toBeUndefined()
  expect(bucketOf({ ...files, BACKUP_TO_BUCKET: 'on' })).toBe('files')
  expect(bucketOf({ ...files, ...own, BACKUP_TO_BUCKET: 'on' })).toBe('elsewhere')
  expect(bucketOf({ ...own, BACKUP_S3_PREFIX: 'journal' })).toBe('elsewhere')
  expect(() => readEnvironment({ BACKUP_S3_BUCKET: 'elsewhere' })).toThrow(/BACKUP_S3_BUCKET.*go together/)
  const keys = Array.from({ length: 2 }, (_, at) => `AGE-SECRET-KEY-1${'Q'.repeat(57)}${at ? 'Z' : 'P'}`)
  expect(readEnvironment({}).backupKeys).toEqual([])
  expect(readEnvironment({ BACKUP_KEY: keys.join(' ') }).backupKeys).toEqual(keys)
  const secret = 'a password of mine'
  expect(() => readEnvironment({ BACKUP_KEY: secret })).toThrow(/BACKUP_KEY is not right.*--new-key/)
  expect(() => readEnvironment({ BACKUP_KEY: secret })).not.toThrow(secret)
})

describe('the processes for work that takes long', () => {
  const workers = (variables: Record<string, string>) => readEnvironment(variables).workers

  test('share one limit of memory and one number, also where several processes serve', () => {
    expect(workers({})).toEqual({ memoryMegabytes: 768, atOnce: 2 })
    expect(workers({ WORKERS: '4', WORKER_MEMORY_MB: '2048' })).toEqual({ memoryMegabytes: 2048, atOnce: 4 })
    expect(workers({ WEB_CONCURRENCY: '2', WORKERS: '4', WORKER_MEMORY_MB: '2048' })).toEqual({
      ...{ memoryMegabytes: 1024, atOnce: 2 },
    })
    expect(workers({ WEB_CONCURRENCY: '4' })).toEqual({ memoryMegabytes: 256, atOnce: 1 })
  })

  test('are refused less than they need', () => {
    expect(() => workers({ WORKERS: '4', WORKER_MEMORY_MB: '768' })).toThrow(
      'The setting WORKER_MEMORY_MB is 768: its 4 processes (WORKERS, or WEB_CONCURRENCY if that is more) need at least 1024.',
    )
  })
})
