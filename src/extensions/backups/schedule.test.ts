import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { aFile, anArticle, aSignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type Open, type TestJournal } from '../../../tests/support/databases.ts'
import { openS3Server } from '../../../tests/support/s3-server.ts'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import { newId } from '../../platform/ids.ts'
import { openStore } from '../../platform/storage/bucket-store.ts'
import { diskStore } from '../../platform/storage/disk.ts'
import { openS3Bucket } from '../../platform/storage/s3-bucket.ts'
import { claimBackup, LEASE_MS } from './claim.ts'
import { IN_BUCKET, makeDueBackup, type RunJob } from './make-due-backup.ts'
import { makeBackup } from './make-backup.ts'
import { openBackup, verifyBackup } from './open-backup.ts'
import type { BackupSettings } from './resources.ts'
import { restoreBackup } from './restore.ts'

const programFolder = join(import.meta.dirname, '..', '..', '..')
const newFolder = (): string => mkdtempSync(join(inject('temporaryFolder'), 'schedule-'))

/** A journal with an article and a file, that makes a backup every day. */
async function aJournalWithBackups(
  open: Open,
  folder: string,
  more: Partial<BackupSettings> = {},
): Promise<TestJournal> {
  const journal = await open({
    backups: (where, dataDir) => ({
      ...{ everyHours: 24, folder, bucket: null },
      source: { where, dataDir, s3: null, programFolder },
      ...more,
    }),
  })
  const { database, resources } = journal
  const pdf = await aFile(database, { store: resources.store, content: Buffer.alloc(300_000, '%PDF-1.4 a page\n') })
  await anArticle(database, { pdf, manuscripts: [] })
  return journal
}
const rowsOf = ({ database }: TestJournal) =>
  database.db.selectFrom('backups').selectAll().orderBy('started_at').execute()
const failing: RunJob = async () => ({ failure: 'The disk was broken.' })

describe('backups by schedule', () => {
  eachDatabase((open) => {
    let folder: string
    beforeEach(() => {
      folder = newFolder()
    })

    test('are made in a process of their own and restored for a test, which costs the server less than to do it itself', async () => {
      const journal = await aJournalWithBackups(open, folder)
      const cost = async (work: () => Promise<unknown>) => {
        const before = process.threadCpuUsage()
        await work()
        const { user, system } = process.threadCpuUsage(before)
        return user + system
      }
      const cpu = await cost(async () => expect(await makeDueBackup(journal.resources)).toBe(true))
      const [row, ...others] = await rowsOf(journal)
      expect(others).toEqual([])
      expect(row).toMatchObject({ fault: null, remark: null, place: 'folder', running: null })
      expect(row!.tested_at).not.toBeNull()
      expect(readdirSync(folder)).toEqual([row!.file_name])
      const backup = await openBackup(join(folder, row!.file_name))
      await verifyBackup(backup)
      expect(backup.manifest.entries.filter(({ path }) => path.startsWith('files/'))).toHaveLength(1)
      backup.close()
      // To start and to follow another process takes less of this one than to make a backup here.
      const { source } = journal.resources.backups!
      const [file, dataDir] = [join(newFolder(), 'here.zip'), newFolder()]
      const here = await cost(async () => {
        await makeBackup({ ...source, store: openStore(source) }, file)
        const where = { file: join(dataDir, 'journal.sqlite') }
        await restoreBackup(file, { where, dataDir, programFolder, openStore: () => diskStore(join(dataDir, 'files')) })
      })
      expect(cpu).toBeLessThan(here)
      // Nothing is due now.
      expect(await makeDueBackup(journal.resources)).toBe(false)
    }, 180_000)

    test('of many who look at the same moment one makes it, and a dead one’s claim is taken over', async () => {
      const { database } = await aJournalWithBackups(open, folder)
      const asked = { everyHours: 24, holder: 'here' }
      const now = Date.parse('2026-05-01T00:00:00Z')
      const claims = await Promise.all(Array.from({ length: 8 }, () => claimBackup(database, asked, now)))
      expect(claims.filter(Boolean)).toHaveLength(1)
      expect(await claimBackup(database, asked, now + LEASE_MS / 2)).toBeNull()
      // A retry waits an hour after an attempt that failed or was interrupted.
      expect(await claimBackup(database, asked, now + HOUR_MS + 1)).not.toBeNull()
      const rows = await database.db.selectFrom('backups').select(['fault', 'running']).orderBy('started_at').execute()
      expect(rows).toEqual([
        { fault: expect.stringContaining('ended while this backup was made'), running: null },
        { fault: null, running: 1 },
      ])
    })

    test('a clock that was a year ahead keeps no backup from being made', async () => {
      const { database } = await aJournalWithBackups(open, folder)
      const asked = { everyHours: 24, holder: 'here' }
      const now = Date.parse('2026-05-01T00:00:00Z')
      expect(await claimBackup(database, asked, now + 365 * 24 * HOUR_MS)).not.toBeNull()
      expect(await claimBackup(database, asked, now)).not.toBeNull()
    })

    test('one that fails is told to administrators with its reason, and leaves nothing', async () => {
      const journal = await aJournalWithBackups(open, folder)
      const admin = await aSignedIn(journal, { role: 'admin' })
      expect(await makeDueBackup(journal.resources, { run: failing })).toBe(false)
      const { body } = await journal.get('/state/attention', { as: admin })
      expect(body.today).toContainEqual(
        expect.objectContaining({
          what: 'There is no tested backup of the journal. The last attempt failed: The disk was broken.',
        }),
      )
      expect(readdirSync(folder)).toEqual([])
    })

    test('old ones go by rotation, whole and on record', async () => {
      const journal = await aJournalWithBackups(open, folder)
      const day = (number: number) => new Date(Date.now() - number * 24 * HOUR_MS).toISOString()
      const { holderOf } = await import('./make-due-backup.ts')
      const holder = holderOf(journal.resources.backups!)
      for (let number = 1; number <= 60; number++) {
        const file_name = `journal-${number}.zip`
        writeFileSync(join(folder, file_name), 'a backup')
        await journal.database.db
          .insertInto('backups')
          .values({ id: newId(), file_name, place: 'folder', holder, started_at: day(number), tested_at: day(number) })
          .execute()
      }
      const run: RunJob = async ({ file }) => {
        writeFileSync(file, 'a backup')
        return { bytes: 6, sha256: 'x', faults: 0 }
      }
      expect(await makeDueBackup(journal.resources, { run })).toBe(true)
      const rows = await rowsOf(journal)
      const there = rows.filter(({ removed_at }) => removed_at === null).map(({ file_name }) => file_name)
      expect(readdirSync(folder).sort()).toEqual(there.sort())
      expect(there.length).toBeGreaterThanOrEqual(10)
      expect(there.length).toBeLessThanOrEqual(17)
    })
  })

  test('can be put into a bucket, where they arrive whole', async () => {
    const s3 = await openS3Server()
    const { openTestJournal } = await import('../../../tests/support/databases.ts')
    let journal: TestJournal | undefined
    try {
      const folder = newFolder()
      const bucket = openS3Bucket(s3.settings)
      journal = await aJournalWithBackups((options) => openTestJournal('sqlite', options), folder, { bucket })
      expect(await makeDueBackup(journal.resources)).toBe(true)
      const [row] = await rowsOf(journal)
      expect(row).toMatchObject({ place: 'bucket', fault: null })
      expect(await bucket.head(IN_BUCKET + row!.file_name)).toMatchObject({ bytes: row!.bytes })
      expect(existsSync(join(folder, row!.file_name))).toBe(false)
    } finally {
      await journal?.close()
      await s3.close()
    }
  }, 180_000)
})
