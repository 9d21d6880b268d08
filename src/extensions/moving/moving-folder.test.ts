import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, inject, test } from 'vitest'
import { DAY_MS } from '../../contract/rules/text/dates.ts'
import { beginCopy, forgetCopies, movingFolder, removeExpiredCopies, stagedCopy } from './moving-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(inject('temporaryFolder'), 'moving-'))
})

async function aCopy(days: number, isFinished = true): Promise<string> {
  const copy = beginCopy(dataDir)
  writeFileSync(copy.file, 'rows')
  if (isFinished) await copy.finish()
  const at = new Date(Date.now() - days * DAY_MS)
  for (const name of readdirSync(join(movingFolder(dataDir), copy.id)))
    utimesSync(join(movingFolder(dataDir), copy.id, name), at, at)
  return copy.id
}
const ids = () => readdirSync(movingFolder(dataDir)).sort()

test('a copy is private, and there only once it is finished', async () => {
  const copy = beginCopy(dataDir)
  writeFileSync(copy.file, 'rows')
  expect(await stagedCopy(dataDir)).toBeNull()
  await copy.finish()
  const staged = await stagedCopy(dataDir)
  expect(staged?.id).toBe(copy.id)
  expect(existsSync(staged!.file)).toBe(true)
  for (const folder of [movingFolder(dataDir), join(movingFolder(dataDir), copy.id)])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a finished copy takes the place of the one before, and leaves one that is being written', async () => {
  await aCopy(0)
  const writing = await aCopy(0, false)
  const newest = await aCopy(0)
  expect(ids()).toEqual([writing, newest].sort())
  await (await Promise.resolve(beginCopy(dataDir))).abandon()
  expect(ids()).toEqual([writing, newest].sort())
})

test('what is older than 30 days goes, and sooner what was never finished', async () => {
  const now = new Date()
  const old = await aCopy(31)
  expect(await removeExpiredCopies(dataDir, now)).toBe(1)
  expect(ids()).not.toContain(old)
  const kept = [await aCopy(29), await aCopy(1, false)]
  await aCopy(3, false)
  writeFileSync(join(movingFolder(dataDir), 'a file'), '')
  expect(await removeExpiredCopies(dataDir, now)).toBe(1)
  expect(ids()).toEqual(['a file', ...kept].sort())
})

test('forgetting removes every copy, and counts them', async () => {
  expect(await forgetCopies(dataDir)).toBe(0)
  await aCopy(0, false)
  await aCopy(0)
  mkdirSync(join(movingFolder(dataDir), 'empty'))
  expect(await forgetCopies(dataDir)).toBe(3)
  expect(ids()).toEqual([])
})
