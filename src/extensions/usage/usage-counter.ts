import { hash, randomUUID } from 'node:crypto'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import type { Platform } from '../../platform/platform.ts'

/** What was opened: the article's page, or its PDF. */
export type Opened = 'page' | 'pdf'

/** What an article has been used since the last time it was asked. */
export interface ArticleUsage {
  /** YYYY-MM, in UTC. */
  month: string
  articleId: string
  pages: number
  pdfs: number
  /** Sessions in which it was opened for the first time, by what was opened first, and later besides. */
  uniquePages: number
  uniquePdfs: number
  /** Sessions with both: they were one person's interest in one article. */
  uniqueBoth: number
}

/** Clicks on the same thing within this time are one (COUNTER 5.1, section 7.2). */
const DOUBLE_CLICK_MS = 30_000
/** With more readers within an hour, what is remembered of them gives way: their next click counts as new. */
const MOST_REMEMBERED = 100_000

const BITS: Record<Opened, number> = { page: 1, pdf: 2 }

/**
 * Counts the use of articles by the rules of COUNTER 5.1: double clicks are one, and a session is one reader within
 * one hour. Readers are distinguished by a hash that cannot be computed by anyone else, lives in this process's memory
 * alone and is forgotten after the hour; no address is kept.
 */
export class UsageCounter {
  readonly #key = randomUUID()
  #counts = new Map<string, ArticleUsage>()
  /** When something was last opened by a reader: since `#since`, and in the time before. */
  #last = new Map<string, number>()
  #lastBefore = new Map<string, number>()
  #since = 0
  /** What of an article a reader has opened within the hour, as a sum of `BITS`. */
  #sessions = new Map<string, number>()
  #hour = 0
  #month = ''

  /** Counts one opening. `reader` is whatever tells readers apart, such as network and browser. */
  note(articleId: string, opened: Opened, reader: string, at = Date.now()): void {
    this.#forget(at)
    const who = `${articleId} ${hash('sha1', this.#key + reader)}`
    const what = `${opened} ${who}`
    const before = this.#last.get(what) ?? this.#lastBefore.get(what)
    this.#last.set(what, at)
    if (before !== undefined && at - before < DOUBLE_CLICK_MS) return

    const usage = this.#of(articleId, this.#month)
    if (opened === 'page') usage.pages++
    else usage.pdfs++
    const session = this.#sessions.get(who) ?? 0
    if (session & BITS[opened]) return
    this.#sessions.set(who, session | BITS[opened])
    if (opened === 'page') usage.uniquePages++
    else usage.uniquePdfs++
    if (session) usage.uniqueBoth++
  }

  /** What has been counted since the last call. */
  take(): ArticleUsage[] {
    const taken = [...this.#counts.values()]
    this.#counts = new Map()
    return taken
  }

  /** Counts what could not be stored with the next. */
  giveBack(taken: readonly ArticleUsage[]): void {
    for (const { articleId, month, ...counts } of taken) {
      const usage = this.#of(articleId, month)
      for (const name of Object.keys(counts) as (keyof typeof counts)[]) usage[name] += counts[name]
    }
  }

  #of(articleId: string, month: string): ArticleUsage {
    const key = `${month} ${articleId}`
    let usage = this.#counts.get(key)
    if (!usage) {
      usage = { month, articleId, pages: 0, pdfs: 0, uniquePages: 0, uniquePdfs: 0, uniqueBoth: 0 }
      this.#counts.set(key, usage)
    }
    return usage
  }

  #forget(at: number): void {
    const hour = Math.floor(at / HOUR_MS)
    if (hour !== this.#hour || this.#sessions.size >= MOST_REMEMBERED) this.#sessions = new Map()
    if (hour !== this.#hour) this.#month = new Date(at).toISOString().slice(0, 7)
    this.#hour = hour
    if (at - this.#since < DOUBLE_CLICK_MS && this.#last.size < MOST_REMEMBERED) return
    this.#lastBefore = this.#last
    this.#last = new Map()
    this.#since = at
  }
}

export interface UsageResources extends Platform {
  readonly usageCounter: UsageCounter
}
