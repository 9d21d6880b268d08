import type { IncomingMessage } from 'node:http'
import type { Database } from '../database/connect.ts'
import { databaseFailure } from '../database/failures.ts'
import { inTime, TimeLimitError } from '../time-limit.ts'

/** While the database is away, what was cached is shown for so long after it was last known to be current. */
export const SHOWN_MS = 10 * 60_000
/** How long the version is waited for, and how long once it could not be read. */
const VERSION_MS = 2_000
const VERSION_AWAY_MS = 100

/** More than a site ever has: a version and a day are one number. */
const VERSIONS_OF_A_DAY = 2 ** 32

/** The site's version on this day; while the database is away, the one that was read last, for some minutes. */
export class KnownVersion {
  readonly #readSiteVersion: Database['readSiteVersion']
  readonly #shownMs: number
  readonly #day: () => number
  readonly #ages = new WeakMap<IncomingMessage, number>()
  /** The version that was read last, and when that began. */
  #known = { version: 0, at: -Infinity }
  #isAway = false
  /** The latest read that is under way, and the same with its time limit. */
  #reading: { read: Promise<number>; limited: Promise<number> } | undefined

  constructor({ readSiteVersion }: Pick<Database, 'readSiteVersion'>, shownMs: number, day: () => number) {
    this.#readSiteVersion = readSiteVersion
    this.#shownMs = shownMs
    this.#day = day
  }

  /** The version as it is after this request has arrived, or as it was last known; then `ageOf` has the time since. */
  at(request: IncomingMessage): number | Promise<number> {
    try {
      const version = this.read()
      return typeof version === 'number' ? version : version.catch((error: unknown) => this.#lastKnown(request, error))
    } catch (error) {
      return this.#lastKnown(request, error)
    }
  }

  /** How many seconds ago it was last known that what this request is answered is current; undefined: it is. */
  ageOf(request: IncomingMessage): number | undefined {
    return this.#ages.get(request)
  }

  /** Whether the version that was read last may still be used. */
  get isRecent(): boolean {
    return performance.now() - this.#known.at <= this.#shownMs
  }

  /** Reads the version; rejects if the database is away. All who ask while it is read wait for the same. */
  read(): number | Promise<number> {
    const began = performance.now()
    const read = this.#readSiteVersion()
    if (typeof read === 'number') return this.#nowKnown(read, began)
    if (this.#reading?.read === read) return this.#reading.limited
    // Noted also if it comes too late for those who wait.
    const known = read.then((version) => this.#nowKnown(version, began))
    const limited = this.isRecent ? inTime(this.#isAway ? VERSION_AWAY_MS : VERSION_MS, () => known) : known
    this.#reading = { read, limited }
    return limited
  }

  #lastKnown(request: IncomingMessage, error: unknown): number {
    const isAway = error instanceof TimeLimitError || databaseFailure(error) === 'away'
    if (!isAway || !this.isRecent) throw error
    this.#isAway = true
    this.#ages.set(request, Math.floor((performance.now() - this.#known.at) / 1000))
    return this.#known.version
  }

  #nowKnown(read: number, began: number): number {
    // What begins or ends with a day is made again when the day has come, also if nothing was written.
    const version = read + this.#day() * VERSIONS_OF_A_DAY
    // One that was held up must not bring an earlier version back.
    if (began >= this.#known.at) this.#known = { version, at: began }
    this.#isAway = false
    return version
  }
}
