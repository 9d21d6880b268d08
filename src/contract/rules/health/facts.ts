import { counted } from '../text/plain-text.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/dates.ts'
import type { QueueName } from './job-kinds.ts'

/**
 * What the state of the running journal is judged by. A part is null if it could not be found out in time, and missing if
 * the journal has no such part.
 */
export interface HealthFacts {
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
    /** Files that were found damaged when someone wanted them, and still are. */
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
  backups?: {
    everyHours: number | 'off'
    /** When the newest one that was restored for a test without a fault was begun. */
    newestGoodAt: string | null
    /** What was found wrong with the journal when that backup was made. */
    remark: string | null
    /** Why the last attempt failed; null if it has not. */
    lastFault: string | null
    isRunning: boolean
  } | null
  deposits?: { unsuccessful: number; words: string | null } | null
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
  /** Why an attempt of those that are tried again has failed; null if none has. */
  reason: string | null
}

/** A process that has been seen a moment ago. */
export interface ServerProcess {
  server: string
  version: string
  clockAheadMs: number
  freeBytes: number | null
  work: readonly { kind: string; beganAt: number | null; failures: number }[]
}

/** A size in short: '840 MB', '2.4 GB'. */
export function printedSize(bytes: number): string {
  if (bytes < 999_500_000) return `${Math.round(bytes / 1_000_000)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** A span of time in its largest unit: 'less than a minute', '3 hours', '12 days'. */
export function span(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute'
  if (ms < 2 * HOUR_MS) return counted(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < 2 * DAY_MS) return counted(Math.floor(ms / HOUR_MS), 'hour')
  return counted(Math.floor(ms / DAY_MS), 'day')
}

/** How long ago an event was, with the span of `span`. */
export const since = (at: string, now: string): string => span(Math.max(0, Date.parse(now) - Date.parse(at)))

/** now: something is lost or stands still until it is mended. soon: it will be. advice: a setting worth changing. */
export const LEVELS = ['now', 'soon', 'advice'] as const
export type Level = (typeof LEVELS)[number]

/** One thing that is wrong, and what to do about it, in words. */
export interface Finding {
  id: string
  level: Level
  what: string
  todo: string
  /** The page where more is known, if there is one. */
  see: { href: string; text: string } | null
}

export type Rule = (facts: HealthFacts) => Finding | readonly Finding[]

export const finding = (level: Level, id: string, what: string, todo: string, see: Finding['see'] = null): Finding => ({
  ...{ id, level, what, todo, see },
})

/** Milliseconds since a time. */
export const age = (at: string, { now }: HealthFacts): number => Date.parse(now) - Date.parse(at)
