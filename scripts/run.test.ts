import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

test('a command runs wherever it is typed, even where its folder cannot be entered any more', () => {
  const folder = mkdtempSync(join(inject('temporaryFolder'), 'gone-'))
  const { status, stderr } = spawnSync(
    'sh',
    [
      '-c',
      'rmdir "$1" && exec "$2" "$3" password',
      'sh',
      folder,
      process.execPath,
      join(import.meta.dirname, 'run.mjs'),
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(stderr).toContain('Please give the email address of one account')
  expect(status).toBe(1)
})
