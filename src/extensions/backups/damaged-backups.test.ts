import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { aFile, anArticle } from '../../../tests/support/builders.ts'
import { eachDatabase, openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { MAY_MOUNT, MOUNTING_LEFT_OUT, SmallDisk } from '../../../tests/faults/driver/small-disk.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { connect } from '../../platform/database/connect.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { diskStore } from '../../platform/storage/disk.ts'
import { makeBackup, type Source } from './make-backup.ts'
import { BadTest, testBackup } from './test-backup.ts'
import { openBackup } from './open-backup.ts'
import { restoreBackup, type Target } from './restore.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'
import { verifyData } from './verify-data.ts'

const programFolder = join(import.meta.dirname, '..', '..', '..')
const newFolder = (): string => mkdtempSync(join(inject('temporaryFolder'), 'bad-backups-'))
const sourceOf = ({ where, dataDir, resources: { store } }: TestJournal): Source => ({
  ...{ where, dataDir, store, programFolder },
})

async function aTarget(engine: 'sqlite' | 'postgres' = 'sqlite', dataDir = newFolder()): Promise<Target> {
  const { where } = await freshDatabase(engine, dataDir)
  return { where, dataDir, programFolder, openStore: () => diskStore(join(dataDir, 'files')) }
}

async function aJournalWithFile(open: () => Promise<TestJournal>) {
  const journal = await open()
  const { database, resources } = journal
  const file = await aFile(database, { store: resources.store, content: Buffer.alloc(200_000, 'a page ') })
  await anArticle(database, { pdf: file, manuscripts: [] })
  const path = join(journal.dataDir, 'files', file.id.slice(0, 2), file.id)
  return { journal, file, path }
}

/** Restores in a process of its own, which kills itself when `phase` begins; returns the signal that ended it. */
async function restoreKilledIn(phase: string, file: string, { where, dataDir }: Target): Promise<string | null> {
  const source = `
    import { diskStore } from './src/platform/storage/disk.ts'
    import { restoreBackup } from './src/extensions/backups/restore.ts'
    const [phase, file, where, dataDir] = process.argv.slice(1)
    const openStore = () => diskStore(dataDir + '/files')
    const reach = (what) => what === phase && process.kill(process.pid, 'SIGKILL')
    const target = { where: JSON.parse(where), dataDir, programFolder: process.cwd(), openStore }
    await restoreBackup(file, target, reach, async () => reach('What comes after the rows'))`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', source, '--', phase, file, JSON.stringify(where), dataDir],
    { cwd: programFolder, stdio: 'ignore' },
  )
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

describe('what can go wrong with backups', () => {
  eachDatabase((open, engine) => {
    test('a missing, a truncated and an altered file are named, and the backup is made all the same', async () => {
      const { journal, file, path } = await aJournalWithFile(open)
      const { where, resources } = journal
      const folder = newFolder()
      const good = await verifyData({ where, store: resources.store })
      expect(good).toMatchObject({ faults: [], remarks: [], files: 1 })
      const content = readFileSync(path)
      content[1000]! ^= 1
      writeFileSync(path, content)
      const altered = await verifyData({ where, store: resources.store })
      expect(altered.faults).toEqual([
        {
          what: expect.stringMatching(new RegExp(`${file.id}.*SHA-256 differs`)),
          todo: expect.stringContaining('backup'),
        },
      ])
      const backup = await makeBackup(sourceOf(journal), join(folder, 'altered.zip'))
      expect(backup.manifest.faults).toEqual([{ id: file.id, table: 'files', name: file.name, what: 'altered' }])
      truncateSync(path, 10)
      expect((await verifyData({ where, store: resources.store })).faults[0]!.what).toContain(
        'has 10 bytes instead of 200000',
      )
      rmSync(path)
      expect((await verifyData({ where, store: resources.store })).faults[0]!.what).toContain('is missing')
      const without = join(folder, 'missing.zip')
      expect((await makeBackup(sourceOf(journal), without)).manifest.faults).toMatchObject([{ what: 'missing' }])
      expect((await restoreBackup(without, await aTarget(engine))).faults).toMatchObject([
        { id: file.id, what: 'missing' },
      ])
    }, 120_000)

    test('files that no row knows are told, and counts and heads that disagree with the articles are faults', async () => {
      const { journal } = await aJournalWithFile(open)
      const { where, resources, database } = journal
      await resources.store.keep('nobody23', Buffer.from('x'))
      await sql`update category_counts set articles = 7`.execute(database.db)
      await sql`update article_heads set created_at = '2020-01-01T00:00:00.000Z'`.execute(database.db)
      await sql`delete from jobs`.execute(database.db)
      const { faults, remarks } = await verifyData({ where, store: resources.store })
      expect(remarks).toEqual([expect.stringContaining('nobody23')])
      const said = faults.map(({ what }) => what.split(':')[0])
      expect(said).toEqual([
        'The head of an article is missing or says something else than the article',
        'The number of articles of a category is wrong',
        'A public article is neither in the index of the search nor waiting for it',
      ])
    })

    test('a folder and a database that are not empty are refused, and stay as they are', async () => {
      const { journal, path } = await aJournalWithFile(open)
      const file = join(newFolder(), 'backup.zip')
      await makeBackup(sourceOf(journal), file)
      await expect(makeBackup(sourceOf(journal), file)).rejects.toThrow(/exists already/)
      const { where, dataDir, resources } = journal
      const target = { where, dataDir, programFolder, openStore: () => resources.store }
      await expect(restoreBackup(file, target)).rejects.toThrow(/not empty.*Nothing was changed/)
      expect(existsSync(path)).toBe(true)
      expect(existsSync(join(dataDir, 'restoring.json'))).toBe(false)
    })

    test('one that cannot be restored is removed when it is tested; one that cannot be tested stays', async () => {
      const folder = newFolder()
      const journal = await open()
      const test = (file: string, made: Awaited<ReturnType<typeof makeBackup>>) => testBackup(file, made, folder)
      const good = join(folder, 'good.zip')
      const made = await makeBackup(sourceOf(journal), good)
      expect(await test(good, made)).toBe(0)
      // There is no folder for the test: nothing can be restored, whatever the backup is like.
      await expect(test(join(folder, 'none', 'good.zip'), made)).rejects.not.toBeInstanceOf(BadTest)
      const bad = join(folder, 'bad.zip')
      const bytes = readFileSync(good)
      // Longer than the header of an entry, of which nobody reads all.
      const at = Math.floor(bytes.length / 3)
      bytes.fill(0xff, at, at + 300)
      writeFileSync(bad, bytes)
      await expect(test(bad, made)).rejects.toBeInstanceOf(BadTest)
      expect(readdirSync(folder)).toEqual(['good.zip'])
    })

    test('what a killed one has left is removed by the next one in that folder', async () => {
      const folder = newFolder()
      const journal = await open()
      const [old, young] = ['.before.zip.0123abcd.journal-part', '.after.zip.89abcdef.journal-part'] as const
      // Of another program: its folder is not the journal's.
      const other = '.film.zip.0123abcd.part'
      for (const name of [old, young, other]) writeFileSync(join(folder, name), 'half')
      for (const name of [old, other]) utimesSync(join(folder, name), new Date(), new Date(Date.now() - 2 * 86_400_000))
      await makeBackup(sourceOf(journal), join(folder, 'next.zip'))
      expect(readdirSync(folder).sort()).toEqual([young, other, 'next.zip'].sort())
    })

    test('of two that are made under one name at once, one does, and what it made is whole', async () => {
      const { journal } = await aJournalWithFile(open)
      const folder = newFolder()
      const file = join(folder, 'backup.zip')
      const ended = await Promise.allSettled([makeBackup(sourceOf(journal), file), makeBackup(sourceOf(journal), file)])
      expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(ended.map((end) => (end.status === 'rejected' ? String(end.reason) : ''))).toContainEqual(
        expect.stringContaining('exists already'),
      )
      expect(readdirSync(folder)).toEqual(['backup.zip'])
      await restoreBackup(file, await aTarget(engine))
    })

    test('of two that restore at once into one place, one does, and the other changes nothing', async () => {
      const { journal } = await aJournalWithFile(open)
      const file = join(newFolder(), 'backup.zip')
      await makeBackup(sourceOf(journal), file)
      const target = await aTarget(engine)
      const ended = await Promise.allSettled([restoreBackup(file, target), restoreBackup(file, target)])
      expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(ended.map((end) => (end.status === 'rejected' ? String(end.reason) : ''))).toContainEqual(
        expect.stringContaining('by another process'),
      )
      const store = target.openStore()
      expect(await verifyData({ where: target.where, store })).toMatchObject({ faults: [], remarks: [], files: 1 })
      await expect(restoreBackup(file, target)).rejects.toThrow(/not empty/)
    })

    test.skipIf(!MAY_MOUNT)(`a full disk${MAY_MOUNT ? '' : ` (left out: ${MOUNTING_LEFT_OUT})`}`, async () => {
      const { journal, path } = await aJournalWithFile(open)
      await aFile(journal.database, { store: journal.resources.store, content: randomBytes(3_000_000) })
      const good = join(newFolder(), 'good.zip')
      await makeBackup(sourceOf(journal), good)
      const disk = new SmallDisk(newFolder(), 4)
      try {
        disk.fill(1_000_000)
        const before = readdirSync(disk.folder)
        const making = makeBackup(sourceOf(journal), join(disk.folder, 'backup.zip'))
        await expect(making).rejects.toThrow(`There is no room left for the backup in ${disk.folder}. Free up space`)
        expect(readdirSync(disk.folder)).toEqual(before)

        const dataDir = join(disk.folder, 'data')
        const { where } = await freshDatabase(engine)
        const target: Target = {
          where: 'file' in where ? { file: join(dataDir, 'journal.sqlite') } : where,
          ...{ dataDir, programFolder, openStore: () => diskStore(join(dataDir, 'files')) },
        }
        await expect(restoreBackup(good, target)).rejects.toThrow(/not enough room.*Nothing was changed/)
        // It said that there was room, and then someone else took it.
        const store = () => Object.assign(diskStore(join(dataDir, 'files')), { freeBytes: async () => Infinity })
        await expect(restoreBackup(good, { ...target, openStore: store })).rejects.toThrow(/There is no room left in/)
        expect(() => refuseUnfinishedRestore(dataDir)).toThrow(/again with the same backup/)
        disk.protect()
        await expect(restoreBackup(good, target)).rejects.toMatchObject({ code: 'EROFS', path: expect.any(String) })
      } finally {
        disk.unmount()
      }
      expect(existsSync(path)).toBe(true)
      expect(await verifyData({ where: journal.where, store: journal.resources.store })).toMatchObject({ faults: [] })
    })

    test('killed in any phase of restoring, no journal starts there, and the same call finishes it', async () => {
      const { journal } = await aJournalWithFile(open)
      const file = join(newFolder(), 'backup.zip')
      await makeBackup(sourceOf(journal), file)
      for (const phase of ['Reading the backup', 'Files', 'Rows', 'Comparing tables', 'What comes after the rows']) {
        const target = await aTarget(engine)
        expect(await restoreKilledIn(phase, file, target), phase).toBe('SIGKILL')
        expect(() => refuseUnfinishedRestore(target.dataDir), phase).toThrow(/again with the same backup/)
        await restoreBackup(file, target)
        expect(() => refuseUnfinishedRestore(target.dataDir)).not.toThrow()
        const { faults, remarks, files } = await verifyData({ where: target.where, store: target.openStore() })
        expect({ faults, remarks, files }, phase).toEqual({ faults: [], remarks: [], files: 1 })
      }
    }, 120_000)

    test('a backup of an earlier version is restored at its state, and brought up to date', async () => {
      const earlier = await freshDatabase(engine)
      const database = connect(earlier.where)
      await migrate(database, '0012-funding-statement')
      await sql`insert into categories (id, name, slug, created_at, updated_at) values ('c', 'C', 'c', 'x', 'x')`.execute(
        database.db,
      )
      await sql`insert into articles (id, slug, title, keywords, excerpt, abstract, category_id, origin, created_at, updated_at)
        values ('early', 'early', 'T', '', '', '', 'c', 'submitted', 'x', 'x')`.execute(database.db)
      await database.close()
      const file = join(newFolder(), 'earlier.zip')
      const { where, dataDir } = earlier
      await makeBackup({ where, dataDir, programFolder, store: diskStore(join(dataDir, 'files')) }, file)
      const target = await aTarget(engine)
      await restoreBackup(file, target)
      const restored = connect(target.where)
      try {
        const heads = await restored.db.selectFrom('article_heads').select(['article_id', 'status']).execute()
        expect(heads).toEqual([{ article_id: 'early', status: 'pending' }])
      } finally {
        await restored.close()
      }
    })
  })

  describe('a backup that was tampered with', () => {
    let folder: string
    let good: string
    beforeAll(async () => {
      const { journal } = await aJournalWithFile(() => openTestJournal('sqlite'))
      folder = newFolder()
      good = join(folder, 'good.zip')
      await makeBackup(sourceOf(journal), good)
      return () => journal.close()
    })

    /** A backup made by hand: what the list says, and the entries. */
    async function forged(manifest: object, entries: Record<string, Buffer>): Promise<string> {
      const file = join(folder, `forged-${Math.random()}.zip`)
      const zip = new ZipFile()
      zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json')
      for (const [path, content] of Object.entries(entries)) zip.addBuffer(content, path)
      zip.end()
      writeFileSync(file, Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>)))
      return file
    }

    async function expectRefused(file: string, how: RegExp): Promise<void> {
      const target = await aTarget()
      await expect(restoreBackup(file, target)).rejects.toThrow(how)
      expect(readdirSync(target.dataDir, { recursive: true }).sort()).toEqual(
        ['files', 'files/incoming'].filter((name) => existsSync(join(target.dataDir, name))),
      )
    }

    test('truncated anywhere, or altered anywhere, it is refused before anything is written', async () => {
      const content = readFileSync(good)
      const bad = join(folder, 'bad.zip')
      const { manifest, close } = await openBackup(good)
      close()
      for (const share of [0.01, 0.3, 0.7, 0.99]) {
        writeFileSync(bad, content.subarray(0, content.length * share))
        await expectRefused(bad, /This backup cannot be used/)
      }
      let refused = 0
      for (let share = 0.02; share < 1; share += 0.07) {
        const altered = Buffer.from(content)
        altered[Math.floor(content.length * share)]! ^= 255
        writeFileSync(bad, altered)
        // What is beside the contents, such as a time in a header, changes nothing that is restored.
        const found = await restoreBackup(bad, await aTarget()).catch((error: Error) => error)
        if (found instanceof Error) {
          refused++
          expect(found.message).toMatch(/This backup cannot be used|newer version/)
        } else expect(found.manifest).toEqual(manifest)
      }
      expect(refused).toBeGreaterThan(3)
    }, 180_000)

    test('paths that lead out of the folder, entries that are not listed and bombs are refused', async () => {
      const { manifest, close } = await openBackup(good)
      close()
      const entry = (path: string, bytes = 1) => ({ path, bytes, sha256: 'a'.repeat(64) })
      for (const path of [
        '../evil',
        '/etc/evil',
        'settings/../../evil',
        'settings/content/../../evil',
        'files/../x',
        'secrets/other',
        'C:\\evil',
      ]) {
        await expectRefused(await forged({ ...manifest, entries: [entry(path)] }, {}), /cannot be used/)
      }
      await expectRefused(
        await forged({ ...manifest, entries: [] }, { 'files/abcdefgh': Buffer.from('x') }),
        /not in its list/,
      )
      const bomb = Buffer.alloc(50_000_000)
      await expectRefused(
        await forged({ ...manifest, entries: [entry('files/abcdefgh', 10)] }, { 'files/abcdefgh': bomb }),
        /another size/,
      )
    }, 180_000)

    /** The good backup with some entries replaced, and a list of contents that agrees with them. */
    async function altered(replaced: Record<string, Buffer>): Promise<string> {
      const backup = await openBackup(good)
      const contents: Record<string, Buffer> = {}
      for (const entry of backup.manifest.entries)
        contents[entry.path] = Buffer.concat(await Array.fromAsync(backup.read(entry)))
      backup.close()
      const listed = new Map(backup.manifest.entries.map((entry) => [entry.path, entry]))
      for (const [path, content] of Object.entries(replaced)) {
        contents[path] = content
        const sha256 = createHash('sha256').update(content).digest('hex')
        listed.set(path, { ...listed.get(path), path, bytes: content.length, sha256 })
      }
      return forged({ ...backup.manifest, entries: [...listed.values()] }, contents)
    }

    test('rows that cannot be read are seen after files were written, and the sentence says so', async () => {
      const dataDir = newFolder()
      const target = await aTarget('sqlite', dataDir)
      const file = await altered({ 'tables/categories.jsonl': Buffer.from('["id"]\n["c"]\n') })
      const refused = await restoreBackup(file, target).catch((error: Error) => error.message)
      expect(refused).toBe(
        `This backup cannot be used: the table categories has other columns. Files of it have been written already: empty ${dataDir} and the place for files, and take another backup.`,
      )
      expect(readdirSync(dataDir)).toContain('restoring.json')
      // Once that is done, another backup is restored.
      rmSync(dataDir, { recursive: true })
      expect((await restoreBackup(good, target)).files).toBe(1)
    }, 180_000)

    test('a long text of the settings is never in memory, and a long secret is refused', async () => {
      const long = Buffer.alloc(64_000_000, 'a text ')
      const file = await altered({ 'settings/content/long.md': long })
      const target = await aTarget()
      const joined = vi.spyOn(Buffer, 'concat')
      const { settings } = await restoreBackup(file, target)
      const lengths = joined.mock.results.map(({ value }) => (value as Buffer).length)
      joined.mockRestore()
      expect(Math.max(...lengths)).toBeLessThan(4_000_000)
      expect(settings!.paths).toContain('content/long.md')
      expect(readFileSync(join(settings!.folder, 'content/long.md')).equals(long)).toBe(true)
      expect(readdirSync(join(settings!.folder, 'content')).filter((name) => name.endsWith('.part'))).toEqual([])
      await expectRefused(await altered({ 'secrets/token-secret': Buffer.alloc(5_000, 'a') }), /list of contents/)
    }, 180_000)

    test('one of a newer program is refused in words', async () => {
      const { manifest, close } = await openBackup(good)
      close()
      const later = { ...manifest, migrations: [...manifest.migrations, '9999-later'] }
      await expectRefused(await forged(later, {}), /newer version/)
      await expectRefused(await forged({ ...manifest, format: 99 }, {}), /newer version/)
    })
  })

  test('killed at any moment, making a backup leaves none with its name, and restoring can be run again', async () => {
    const { journal } = await aJournalWithFile(() => openTestJournal('sqlite'))
    const { store } = journal.resources
    for (let number = 0; number < 40; number++) {
      await aFile(journal.database, { store, content: Buffer.alloc(100_000, `${number} `) })
    }
    const folder = newFolder()
    const dataDir = newFolder()
    const run = async (task: string, file: string, data: string, killAfterMs = Infinity) => {
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', join(programFolder, 'scripts/tasks', `${task}.ts`), file],
        {
          env: { ...process.env, DATA_DIR: data, DATABASE_URL: '' },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      )
      const exited = once(child, 'exit') as Promise<[number | null]>
      let said = ''
      child.stderr.on('data', (part: Buffer) => {
        said += part.toString()
        // Counted from when it begins to work.
        if (killAfterMs < Infinity) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      })
      return { code: (await exited)[0], said }
    }
    for (const ms of [0, 20, 60]) {
      const file = join(folder, `killed-${ms}.zip`)
      const { code } = await run('backup', file, journal.dataDir, ms)
      if (code === null) expect(existsSync(file)).toBe(false)
    }
    const file = join(folder, 'whole.zip')
    expect(await run('backup', file, journal.dataDir)).toMatchObject({ code: 0 })
    for (const ms of [0, 30, 100]) await run('restore', file, dataDir, ms)
    if (existsSync(join(dataDir, 'restoring.json'))) {
      expect(() => refuseUnfinishedRestore(dataDir)).toThrow(/is being restored/)
    }
    if (existsSync(join(dataDir, 'restoring.json')) || !existsSync(join(dataDir, 'journal.sqlite'))) {
      expect(await run('restore', file, dataDir)).toMatchObject({ code: 0 })
    }
    expect(existsSync(join(dataDir, 'restoring.json'))).toBe(false)
    const where = { file: join(dataDir, 'journal.sqlite') }
    const restored = await verifyData({ where, store: diskStore(join(dataDir, 'files')) })
    expect(restored).toMatchObject({ faults: [], remarks: [], files: 41 })
    await journal.close()
  }, 120_000)
})
