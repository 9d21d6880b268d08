import { expect, test } from 'vitest'
import { backupWarning, type BackupState } from './backups.ts'

const NOW = Date.parse('2026-05-10T12:00:00Z')
const hoursAgo = (hours: number): string => new Date(NOW - hours * 3_600_000).toISOString()
const good = (hours: number, remark: string | null = null) => ({ startedAt: hoursAgo(hours), remark })
const failed = { at: hoursAgo(1), fault: 'The disk was full.' }
const QUIET = { everyHours: 24, newest: good(3), failed: null, isRunning: false }

const CASES: [what: string, state: BackupState, says: RegExp | null][] = [
  ['switched off', { ...QUIET, everyHours: null, newest: null, failed }, null],
  ['a young copy', QUIET, null],
  ['one attempt missed', { ...QUIET, newest: good(48) }, null],
  ['two attempts missed', { ...QUIET, newest: good(50) }, /2 days old.*npm run backup/],
  ['an hourly journal without copies', { ...QUIET, everyHours: 1, newest: good(4) }, /4 hours old/],
  [
    'weeks old, and failing',
    { ...QUIET, newest: good(500), failed },
    /20 days old. The last attempt failed: The disk was full/,
  ],
  ['the last attempt failed', { ...QUIET, failed }, /could not be made: The disk was full. It will be tried again/],
  ['the first copy is being made', { ...QUIET, newest: null, isRunning: true }, null],
  ['no copy', { ...QUIET, newest: null }, /There is no tested copy/],
  [
    'no copy, the first attempt failed',
    { ...QUIET, newest: null, failed, isRunning: true },
    /no tested copy.*disk was full/,
  ],
  ['a copy of the future', { ...QUIET, newest: good(-400) }, null],
  ['a file is missing in the journal', { ...QUIET, newest: good(3, 'One thing is wrong.') }, /One thing is wrong/],
]

test.each(CASES)('%s', (_what, state, says) => {
  const warning = backupWarning(state, NOW)
  if (says === null) expect(warning).toBeNull()
  else expect(warning).toMatch(says)
})
