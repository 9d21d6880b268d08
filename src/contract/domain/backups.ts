import { DAY_MS, HOUR_MS } from './durations.ts'
import { counted } from './counted.ts'

/** What is known about the copies that the server makes. */
export interface BackupState {
  /** How often one is to be made; null: the server makes none. */
  everyHours: number | null
  /** The newest one that was restored for a test without a fault, by the time at which it was begun. */
  newest: { startedAt: string; remark: string | null } | null
  /** Why the last attempt failed; null if it did not. */
  failed: { at: string; fault: string } | null
  /** True while a copy is being made. */
  isRunning: boolean
}

/** A copy is late when the next one should long be there: one attempt may fail. */
const lateAfter = (everyHours: number): number => (2 * everyHours + 1) * HOUR_MS

const ageOf = (ms: number): string =>
  ms < 2 * DAY_MS ? counted(Math.max(1, Math.floor(ms / HOUR_MS)), 'hour') : counted(Math.floor(ms / DAY_MS), 'day')

/** What an administrator should know about the copies, and what to do, in sentences; null: all is well. */
export function backupWarning({ everyHours, newest, failed, isRunning }: BackupState, now: number): string | null {
  if (everyHours === null) return null
  const age = newest ? now - Date.parse(newest.startedAt) : null
  const why = failed ? ` The last attempt failed: ${failed.fault}` : ''
  const todo = ' Ask the person who runs the server to read its log, or make a copy by hand: npm run backup -- FILE.'
  if (age === null) return isRunning && !failed ? null : `There is no tested copy of the journal.${why}${todo}`
  // A clock that was set back makes the newest copy one of the future: it says nothing about its age.
  if (age > lateAfter(everyHours)) return `The newest tested copy of the journal is ${ageOf(age)} old.${why}${todo}`
  if (failed)
    return `The last copy of the journal could not be made: ${failed.fault} It will be tried again within the hour.`
  return newest?.remark ?? null
}
