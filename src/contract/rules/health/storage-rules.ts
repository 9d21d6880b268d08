import { counted } from '../text/plain-text.ts'
import { HOUR_MS } from '../text/dates.ts'
import { age, finding, printedSize, type Rule, since } from './facts.ts'

// What the journal keeps: its database, its files, and its backups.

const SLOW_DATABASE_MS = 1_000
/** A backup is late when the next one should long be there: one attempt may fail. */
const backupIsLate = (ageMs: number, everyHours: number): boolean => ageMs > (2 * everyHours + 1) * HOUR_MS

export const database: Rule = ({ database }) => {
  if (!database)
    return finding(
      'now',
      'database',
      'The database does not answer in time.',
      'Check the database server: is it running, is its disk full, is it overloaded?',
    )
  if (database.answeredInMs < SLOW_DATABASE_MS) return []
  const seconds = (database.answeredInMs / 1000).toFixed(1)
  return finding(
    'soon',
    'database-slow',
    `The database took ${seconds} seconds to answer a simple query.`,
    'Look at the load of its machine.',
  )
}

export const disk: Rule = ({ processes, reserveBytes }) => {
  const free = new Map((processes ?? []).map(({ server, freeBytes }) => [machineOf(server), freeBytes]))
  return [...free].flatMap(([machine, bytes]) => {
    const level = bytes === null ? 'plenty' : diskLevel(bytes, reserveBytes)
    if (bytes === null || level === 'plenty') return []
    const room = `Only ${printedSize(bytes)} is free on the disk of ${machine}.`
    const todo =
      'Free up space on the disk that holds DATA_DIR, or enlarge it. Old backups and logs are often what fills it.'
    return level === 'low'
      ? finding('soon', `disk-${machine}`, `${room} Below ${printedSize(reserveBytes)}, new files are refused.`, todo)
      : finding(
          'now',
          `disk-${machine}`,
          `${room} New files are refused until space is freed; everything else works.`,
          todo,
        )
  })
}

export const files: Rule = ({ files }) => {
  if (!files?.isReached) {
    const place = files?.in === 'bucket' ? 'the bucket that S3_BUCKET names' : 'the folder DATA_DIR/files'
    return finding(
      'now',
      'files',
      'The journal cannot reach its files.',
      `Check that ${place} can be read and written by the user that runs the journal.`,
    )
  }
  const { length } = files.damaged
  if (!length) return []
  const { fileId } = files.damaged[0]!
  return finding(
    'now',
    'files-damaged',
    `${counted(length, 'file')} ${length === 1 ? 'is' : 'are'} missing or damaged, and cannot be sent: ${fileId}${length > 1 ? ' and others' : ''}.`,
    'Restore them from a backup: take the files of these names from its folder "files".',
  )
}

export const scanner: Rule = ({ scanner }) =>
  scanner === 'away'
    ? finding(
        'now',
        'scanner',
        'The virus scanner does not answer, so nobody can upload files.',
        'Check that clamd runs at the address in CLAMD_URL.',
      )
    : []

export const backups: Rule = (facts) => {
  if (!facts.backups) return []
  const { everyHours, newestGoodAt, remark, lastFault, isRunning } = facts.backups
  if (everyHours === 'off')
    return finding(
      'advice',
      'backups-off',
      'Backups are off.',
      'Turn them on (BACKUP_EVERY_HOURS=24), or make sure another tested backup exists.',
    )
  const fault = lastFault ? ` The last attempt failed: ${lastFault}` : ''
  const todo = 'Make a backup by hand (npm run backup -- FILE), and look in the log of the server for the reason.'
  if (!newestGoodAt)
    return isRunning && !lastFault
      ? []
      : finding(
          facts.settings.production ? 'now' : 'advice',
          'backups-none',
          `There is no tested backup of the journal.${fault}`,
          todo,
        )
  // A clock that was set back makes the newest backup one of the future: it says nothing about its age.
  const old = since(newestGoodAt, facts.now)
  if (backupIsLate(age(newestGoodAt, facts), everyHours))
    return finding('now', 'backups-old', `The newest tested backup of the journal is ${old} old.${fault}`, todo)
  if (lastFault)
    return finding(
      'soon',
      'backups-fault',
      `The last backup of the journal could not be made: ${lastFault}`,
      `It will be tried again within the hour. The newest tested backup is ${old} old.`,
    )
  return remark
    ? finding(
        'soon',
        'backups-remark',
        `The newest backup of the journal is complete, but the journal itself has a fault: ${remark}`,
        'Run npm run verify-data on the server: it names each fault.',
      )
    : []
}

const machineOf = (server: string): string => server.split(' ')[0]!

/** What uploads and background work leave free, unless the setting says otherwise. */
export const DISK_RESERVE_MB = 512
export const MEGABYTE = 1024 * 1024

/** How many times the reserve is free when someone should make room. */
const EARLY = 3
/** How many times it must be free until a warning is over: a disk at its limit would warn with every file. */
const OVER = 4

export const isRoomAgain = (freeBytes: number, reserveBytes: number): boolean => freeBytes >= OVER * reserveBytes

/**
 * plenty: all is well. low: someone should make room. full: nothing is stored any more that could come later, so that
 * the database can go on writing.
 */
export type DiskLevel = 'plenty' | 'low' | 'full'

export function diskLevel(freeBytes: number, reserveBytes: number): DiskLevel {
  if (freeBytes < reserveBytes) return 'full'
  return freeBytes < EARLY * reserveBytes ? 'low' : 'plenty'
}
