import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { tokenSecret } from '../secrets.ts'
import { diskStore } from './disk.ts'
import { closeToOthers } from './private.ts'

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Opens everything in a data folder, as the program does at startup. */
async function useDataFolder(dataDir: string): Promise<void> {
  tokenSecret(dataDir)
  const database = connect({ file: join(dataDir, 'journal.sqlite') })
  await migrate(database)
  await diskStore(join(dataDir, 'files')).keep('abcdefgh', Buffer.from('a manuscript'))
  // Still open: SQLite keeps two files next to the database while it is in use.
  const open = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  expect(open.map((entry) => entry.name)).toEqual(expect.arrayContaining(['journal.sqlite-wal', 'journal.sqlite-shm']))
  for (const entry of open) {
    expect(rights(join(entry.parentPath, entry.name)), entry.name).toBe(entry.isDirectory() ? '700' : '600')
  }
  expect(rights(dataDir)).toBe('700')
  await database.close()
}

describe.skipIf(process.platform === 'win32')('what the journal keeps is read by no other user of the machine', () => {
  let place: string
  beforeEach(() => {
    place = mkdtempSync(join(inject('temporaryFolder'), 'private-'))
  })

  test('in a new data folder', async () => {
    const before = process.umask(0o000)
    try {
      await useDataFolder(join(place, 'var', 'data'))
    } finally {
      process.umask(before)
    }
  })

  test('in one that was open to others', async () => {
    const dataDir = join(place, 'data')
    mkdirSync(join(dataDir, 'files', 'incoming'), { recursive: true })
    for (const name of ['journal.sqlite', 'journal.sqlite-wal']) writeFileSync(join(dataDir, name), '')
    writeFileSync(join(dataDir, 'token-secret'), 'x'.repeat(64))
    spawnSync('chmod', ['-R', 'a+rwX', dataDir])
    await useDataFolder(dataDir)
  })

  test.runIf(process.platform === 'linux')('and a place where nothing can be made is refused, at once', () => {
    const make = `const { privateFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'private.ts'))})
      privateFolder('/proc/nowhere/data')`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', make], { timeout: 20_000 })
    expect([status, stderr.toString()]).toEqual([1, expect.stringContaining("mkdir '/proc/nowhere'")])
  })

  test('and folders that many users share stay theirs', () => {
    chmodSync(place, 0o1777)
    closeToOthers(place)
    expect(rights(place)).toBe('777')
    closeToOthers(join(place, 'nothing'))
  })
})
