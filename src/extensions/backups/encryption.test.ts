import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { aFile, anArticle } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { openS3Server } from '../../../tests/support/s3-server.ts'
import { diskStore } from '../../platform/storage/disk.ts'
import { openS3Bucket } from '../../platform/storage/s3-bucket.ts'
import { newBackupKey } from './encryption.ts'
import { makeBackup } from './make-backup.ts'
import { IN_BUCKET, makeDueBackup } from './make-due-backup.ts'
import { restoreBackup, type Target } from './restore.ts'
import { testBackup } from './test-backup.ts'
import { beginRestoring, NOTHING, refuseUnfinishedRestore } from './unfinished-restore.ts'
import { verifyData } from './verify-data.ts'

const programFolder = join(import.meta.dirname, '..', '..', '..')
const newFolder = (): string => mkdtempSync(join(inject('temporaryFolder'), 'encrypted-'))
/** In every backup of the journal below, and short enough not to be compressed away. */
const TITLE = 'Unpublished roots of Xanthorrhoea'

describe('an encrypted backup', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let key: string
    let file: string
    const folder = newFolder()
    const content = Buffer.alloc(300_000, 'a page ')
    beforeAll(async () => {
      const opened = await open({
        backups: (where, dataDir) => ({
          ...{ everyHours: 24, folder, bucket: null },
          source: { where, dataDir, s3: null, programFolder, keys: [key] },
        }),
      })
      journal = opened
      key = await newBackupKey()
      const pdf = await aFile(journal.database, { store: journal.resources.store, content })
      await anArticle(journal.database, { pdf, title: TITLE, manuscripts: [] })
      file = join(newFolder(), 'backup.zip')
      await makeBackup(source([key]), file)
    })
    const source = (keys: string[]) => {
      const { where, dataDir, resources } = journal
      return { where, dataDir, store: resources.store, programFolder, keys }
    }
    const aTarget = async (...keys: string[]): Promise<Target> => {
      const dataDir = newFolder()
      const { where } = await freshDatabase(engine, dataDir)
      return { where, dataDir, programFolder, keys, openStore: () => diskStore(join(dataDir, 'files')) }
    }

    test('shows nothing of the journal, and is restored with its key, also among others', async () => {
      const bytes = readFileSync(file)
      expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
      for (const known of ['manifest.json', 'token-secret', 'journal.config.ts', 'PK\u0003\u0004'])
        expect(bytes.includes(known), known).toBe(false)
      const target = await aTarget(await newBackupKey(), key)
      await restoreBackup(file, target)
      const { faults, remarks, files } = await verifyData({ where: target.where, store: target.openStore() })
      expect({ faults, remarks, files }).toEqual({ faults: [], remarks: [], files: 1 })
      expect(readdirSync(target.dataDir).filter((name) => name.includes('part'))).toEqual([])
    })

    test('without its key, or with another one, changes nothing and says what is missing', async () => {
      for (const [keys, sentence] of [
        [[], /^This backup is encrypted, and there is no key\..*BACKUP_KEY.*Nothing was changed\.$/],
        [[await newBackupKey()], /^The key in BACKUP_KEY is not the one.*Nothing was changed\.$/],
        [[await newBackupKey(), await newBackupKey()], /^None of the keys in BACKUP_KEY is the one/],
      ] as const) {
        const target = await aTarget(...keys)
        const before = readdirSync(target.dataDir)
        await expect(restoreBackup(file, target)).rejects.toThrow(sentence)
        expect(readdirSync(target.dataDir)).toEqual(before)
      }
      const made = await makeBackup(source([key]), join(newFolder(), 'backup.zip'))
      await expect(testBackup(file, made, programFolder)).rejects.toThrow(/there is no key/)
      expect(existsSync(file)).toBe(true)
      expect(await testBackup(file, made, programFolder, [key])).toBe(0)
    })

    test('that was altered or cut off is refused before anything is put in place', async () => {
      const whole = readFileSync(file)
      for (const [what, bytes] of [
        ['cut in the header', whole.subarray(0, 60)],
        ['cut in the middle', whole.subarray(0, whole.length >> 1)],
        ['without its end', whole.subarray(0, whole.length - 1)],
        ['altered', Buffer.concat([whole.subarray(0, 5000), Buffer.from('x'), whole.subarray(5001)])],
      ] as const) {
        const bad = join(newFolder(), 'bad.zip')
        writeFileSync(bad, bytes)
        const target = await aTarget(key)
        target.openStore()
        const before = readdirSync(target.dataDir)
        await expect(restoreBackup(bad, target), what).rejects.toThrow(/cannot be used.*Nothing was changed/)
        expect(readdirSync(target.dataDir), what).toEqual(before)
        expect(() => refuseUnfinishedRestore(target.dataDir)).not.toThrow()
      }
      const empty = join(newFolder(), 'empty.zip')
      writeFileSync(empty, whole)
      truncateSync(empty, 0)
      await expect(restoreBackup(empty, await aTarget(key))).rejects.toThrow(/cannot be used/)
    })

    test('whose restoring was killed while it was decrypted keeps a journal from starting there, and goes on', async () => {
      const target = await aTarget(key)
      await beginRestoring(target.dataDir, NOTHING)
      writeFileSync(join(target.dataDir, 'decrypted-backup.part'), 'half of it')
      expect(() => refuseUnfinishedRestore(target.dataDir)).toThrow(/again with the same backup/)
      await restoreBackup(file, target)
      expect(() => refuseUnfinishedRestore(target.dataDir)).not.toThrow()
      expect(existsSync(join(target.dataDir, 'decrypted-backup.part'))).toBe(false)
    })

    test('is made and tested every day in a bucket of its own', async () => {
      const s3 = await openS3Server()
      const { backups } = journal.resources
      try {
        const bucket = openS3Bucket(s3.settings)
        const settings = { ...backups!, bucket, source: { ...backups!.source, keys: [key] } }
        expect(await makeDueBackup({ ...journal.resources, backups: settings })).toBe(true)
        const [row] = await journal.database.db.selectFrom('backups').selectAll().execute()
        expect(row).toMatchObject({ place: 'bucket', fault: null, file_name: expect.stringMatching(/\.zip\.age$/) })
        const found: Buffer[] = []
        for await (const part of await bucket.get(IN_BUCKET + row!.file_name)) found.push(Buffer.from(part as Buffer))
        const fetched = join(newFolder(), 'fetched.zip.age')
        writeFileSync(fetched, Buffer.concat(found))
        await restoreBackup(fetched, await aTarget(key))
        expect(readdirSync(folder)).toEqual([])
      } finally {
        await s3.close()
      }
    }, 180_000)
  })

  test('has a key that a command prints', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(programFolder, 'scripts/tasks/backup.ts'), ...args], { encoding: 'utf8' })
    const { stdout, stderr, status } = run('--new-key')
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^AGE-SECRET-KEY-1[0-9A-Z]{58}\n$/)])
    expect(stderr).toContain('BACKUP_KEY')
  })
})
