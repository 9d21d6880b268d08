import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepIncoming } from './sweep.ts'

test('only files that nobody has written to for hours go', async () => {
  const files = mkdtempSync(join(tmpdir(), 'journal-sweep-'))
  try {
    mkdirSync(join(files, 'incoming'))
    mkdirSync(join(files, 'ab'))
    const paths = ['incoming/old', 'incoming/young', 'ab/abcdefgh'].map((name) => join(files, name))
    for (const path of paths) writeFileSync(path, 'x')
    const threeHoursAgo = new Date(Date.now() - 3 * 60 * 60 * 1000)
    utimesSync(paths[0]!, threeHoursAgo, threeHoursAgo)
    utimesSync(paths[2]!, threeHoursAgo, threeHoursAgo)
    expect(await sweepIncoming(files)).toBe(1)
    expect(paths.map((path) => existsSync(path))).toEqual([false, true, true])
  } finally {
    rmSync(files, { recursive: true })
  }
})

test('a folder that is not there yet is swept already', async () => {
  expect(await sweepIncoming(join(tmpdir(), 'journal-no-such-folder'))).toBe(0)
})
