import type { QueueName } from './background-work.ts'

/** What the state of the running journal is judged by. A part is null if it could not be found out in time. */
export interface StateFacts {
  now: string
  version: string
  settings: {
    production: boolean
    publicUrl: string
    rateLimit: boolean
    secondFactor: 'offered' | 'required' | null
    engine: 'sqlite' | 'postgres'
  }
  database: { answeredInMs: number } | null
  clock: {
    /** How far this server's clock has been set forward or back since the start. */
    jumpedMs: number
    /** When the newest entry of the log was written. */
    newestEntryAt: string | null
  } | null
  reserveBytes: number
  files: {
    in: 'folder' | 'bucket'
    isReached: boolean
    /** Files that were found damaged when somebody wanted them, and still are. */
    damaged: readonly { fileId: string; seenAt: string }[]
  } | null
  emails: {
    isConfigured: boolean
    waiting: number
    /** When the oldest of those that could have been sent was written. */
    oldestAt: string | null
    failing: number
    /** The mail server's words about the newest failure, without addresses. */
    words: string | null
    lastSentAt: string | null
  } | null
  copies: {
    everyHours: number | 'off'
    /** When the newest one that was restored for a test without a fault was begun. */
    newestGoodAt: string | null
    /** What was found wrong with the journal when that copy was made. */
    remark: string | null
    /** Why the last attempt failed; null if it has not. */
    lastFault: string | null
    isRunning: boolean
  } | null
  deposits: { unsuccessful: number; words: string | null } | null
  queues: readonly Queue[] | null
  scanner: 'off' | 'answers' | 'away'
  processes: readonly ServerProcess[] | null
}

export interface Queue {
  name: QueueName
  waiting: number
  /** Those that have been tried too often, and are left alone. */
  givenUp: number
  /** Since when the oldest has been due. */
  dueSince: string | null
}

/** A process that has been seen a moment ago. */
export interface ServerProcess {
  server: string
  version: string
  clockAheadMs: number
  freeBytes: number | null
  work: readonly { kind: string; beganAt: number | null; failures: number }[]
}
