import type { IncomingMessage } from 'node:http'
import type { Database } from '../database/connect.ts'
import { ANSWER_MS, inTime } from '../time-limit.ts'
import { CachedAnswer, type Encoding, type PublicAnswer } from './cached-answer.ts'
import { KnownVersion, SHOWN_MS } from './known-version.ts'
import { SpareTime } from './spare-time.ts'

/** Produces a response; the signal aborts when nobody waits for it any more. */
export type MakeAnswer = (signal: AbortSignal) => Promise<PublicAnswer>

/** What a response is cached under if it depends on the program alone. */
export const FIXED = 0

/** Successful responses and tombstones are cached; for other statuses there are as many as there are URLs. */
const KEPT_STATUSES = new Set([200, 410])

/** Room for the pages of some 3,000 articles, at 7 KB and 4 KB for headers, keys and objects. */
const MOST_BYTES = 32 * 1024 * 1024

/** How many responses are cached per path, whatever the queries. */
export const MOST_OF_A_PATH = 200

/** How many URLs lead to a response without routing; the site uses one or two spellings of each. */
const MOST_URLS = 4
const LONGEST_URL = 300

/** What the place of a URL in the map takes, as measured. */
const URL_BYTES = 160

/** How long work in the background may take to end. */
const STOP_MS = 250

/** How many responses are made again after a change, the most used first. */
export const MOST_RENEWED = 50

/** How a response is used, and how it is made again after a change. */
interface Known {
  readonly key: string
  readonly make: MakeAnswer
  /** The requests that it has answered; half of those before the last change count as well. */
  uses: number
  /** The URLs, as they were written, that lead here without routing. */
  readonly urls: string[]
  /** The template of the route that answers them. */
  route: string
}

/** A response that is cached. */
export interface Entry extends Known {
  readonly version: number
  readonly answer: CachedAnswer
  /** The memory that has been counted for it. */
  size: number
}

/** A response that was used much before the last change, with the encodings that were asked for. */
interface Hot extends Known {
  readonly encodings: readonly Encoding[]
}

/** What the cache may take; 0 bytes: nothing is cached. */
export interface CacheLimits {
  maxBytes?: number
  patienceMs?: number
  /** How long after a change the responses that are used most begin to be made again. */
  renewAfterMs?: number
  /** How long cached responses are shown while the database is away. */
  shownMs?: number
  /** How long caches between the journal and its readers may answer without asking; 0: they ask every time. */
  othersSeconds?: number
  /** The number of this day: with another one everything is made again, because some of it names or hides what its dates say. */
  day?: () => number
}

interface CacheOptions extends CacheLimits, Pick<Database, 'readSiteVersion'> {
  /** The headers that every response has unless it has its own. */
  headers: Readonly<Record<string, string>>
  /** Makes an answer with the journal of a version of the site. */
  within?: <T>(version: number, work: () => Promise<T>) => Promise<T>
}

/**
 * Public responses, compressed and cached under the site's version. A write that changes public content
 * increments the version: then nothing that was cached before is used any more. If space runs out, what was
 * used longest ago gives way. While the database is away nobody knows the version: then responses are used as they were
 * last known to be current, for some minutes.
 */
export class PublicCache {
  /** How many requests were answered from it, and how many were not; what is made again ahead is not counted. */
  readonly counts = { page: { hits: 0, misses: 0 }, call: { hits: 0, misses: 0 }, file: { hits: 0, misses: 0 } }
  /** In order of last use, oldest first, as are the keys of a path. */
  readonly #entries = new Map<string, Entry>()
  readonly #byPath = new Map<string, Set<string>>()
  readonly #byUrl = new Map<string, Entry>()
  readonly #underWay = new Map<string, Promise<CachedAnswer>>()
  readonly #read = new WeakMap<IncomingMessage, number | Promise<number>>()
  readonly #site: KnownVersion
  readonly #options: Required<CacheOptions>
  readonly #spareTime: SpareTime
  /** The most used responses at the last change. */
  #hot = new Map<string, Hot>()
  #version = FIXED
  #bytes = 0

  constructor(options: CacheOptions) {
    this.#options = {
      maxBytes: MOST_BYTES,
      patienceMs: ANSWER_MS,
      renewAfterMs: 100,
      shownMs: SHOWN_MS,
      othersSeconds: 0,
      within: (_version, work) => work(),
      day: () => 0,
      ...options,
    }
    this.#site = new KnownVersion(this.#options, this.#options.shownMs, this.#options.day)
    this.#spareTime = new SpareTime(this.#options.renewAfterMs)
  }

  /**
   * The site's version as it is after this request has arrived. While the database is away: as it was last known, for
   * some minutes; `ageOf` has the time since then.
   */
  async version(request: IncomingMessage): Promise<number> {
    return this.#read.get(request) ?? this.#site.at(request)
  }

  /** How many seconds ago it was last known that what this request is answered is current; undefined: it is. */
  ageOf(request: IncomingMessage): number | undefined {
    return this.#site.ageOf(request)
  }

  /** Whether there are pages that can be shown without the database. */
  get showsPages(): boolean {
    return this.#site.isRecent && this.#entries.values().some(({ key }) => isPage(key))
  }

  /**
   * The cached response whose URL was written like this and that is still current, if any. Does nothing
   * that takes time, except that on PostgreSQL the version is waited for.
   */
  finished(request: IncomingMessage): Entry | undefined | Promise<Entry | undefined> {
    const entry = this.#byUrl.get(request.url!)
    if (!entry || entry.version === FIXED) return entry
    const version = this.#site.at(request)
    if (version === entry.version) return entry
    // Read again for nothing else, and waited for once if the database is away.
    this.#read.set(request, version)
    return typeof version === 'number'
      ? undefined
      : version.then((read) => (read === entry.version ? entry : undefined))
  }

  /** From now on a request for this URL need not be routed to find the response of this key. */
  remember(url: string, key: string, route = ''): void {
    const entry = this.#entries.get(key)
    if (entry && route) entry.route = route
    if (!entry || url.length > LONGEST_URL || this.#byUrl.get(url) === entry) return
    if (entry.urls.push(url) > MOST_URLS) this.#byUrl.delete(entry.urls.shift()!)
    this.#byUrl.set(url, entry)
    this.#measure(entry)
  }

  /**
   * The cached response of `version` and `key`, or a new one, made once for all waiting requests. A key is a
   * URL; its path is the part before the `?`. The version must have been read before `make` reads content: a
   * race can then only store newer content under an older version. After a timeout the waiting requests fail,
   * and the next one starts again.
   */
  async answer(version: number, key: string, make: MakeAnswer): Promise<CachedAnswer> {
    if (version !== FIXED) this.#moveTo(version)
    const entry = this.#entries.get(key)
    if (!entry) return this.#once(version, key, make, 1)
    this.used(entry)
    return entry.answer
  }

  /** What it holds, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Prepares a response that is sent but not cached. */
  prepared(answer: PublicAnswer): CachedAnswer {
    return new CachedAnswer(forOthers(answer, this.#options.othersSeconds), this.#options.headers)
  }

  /** Counts a use of a cached response. From the second one on it is worth compressing well. */
  used(entry: Entry): void {
    const { key, answer } = entry
    this.counts[kindOf(key)].hits++
    // It may have given way while the version was waited for.
    if (this.#entries.get(key) !== entry) return
    entry.uses++
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const ofPath = this.#byPath.get(pathOf(key))!
    ofPath.delete(key)
    ofPath.add(key)
    if (answer.light) this.#strengthen(entry)
  }

  /** Reads the version, and if it has moved begins to make again what is used most. */
  async lookForChange(): Promise<void> {
    // A failure is seen by the next request, which reads the version itself.
    await (async () => this.#moveTo(await this.#site.read()))().catch(() => {})
  }

  /** Ends the work in the background. What hangs is not waited for. */
  async stop(): Promise<void> {
    await inTime(STOP_MS, () => this.#spareTime.stop()).catch(() => {})
  }

  async #once(version: number, key: string, make: MakeAnswer, uses: number): Promise<CachedAnswer> {
    const name = `${version} ${key}`
    let waiting = this.#underWay.get(name)
    if (uses) this.counts[kindOf(key)][waiting ? 'hits' : 'misses']++
    if (!waiting) {
      waiting = this.#make(version, key, make, uses).finally(() => this.#underWay.delete(name))
      this.#underWay.set(name, waiting)
    }
    return waiting
  }

  async #make(version: number, key: string, make: MakeAnswer, uses: number): Promise<CachedAnswer> {
    const made = await inTime(this.#options.patienceMs, (signal) =>
      version === FIXED ? make(signal) : this.#options.within(version, () => make(signal)),
    )
    const answer = this.prepared(made)
    const current = version === FIXED || version === this.#version
    if (current && KEPT_STATUSES.has(made.status) && made.keep !== false) {
      const before = this.#hot.get(key)
      this.#keep(
        {
          version,
          key,
          make,
          answer,
          uses: uses + ((before?.uses ?? 0) >> 1),
          urls: [],
          route: before?.route ?? '',
          size: 0,
        },
        before?.urls,
      )
    }
    return answer
  }

  #keep(entry: Entry, urls: readonly string[] = []): void {
    const { key, answer } = entry
    this.#entries.set(key, entry)
    const path = pathOf(key)
    const ofPath = this.#byPath.get(path) ?? new Set()
    this.#byPath.set(path, ofPath.add(key))
    for (const url of urls) this.remember(url, key)
    answer.onChange = () => this.#measure(entry)
    this.#measure(entry)
    for (const oldest of ofPath) {
      if (ofPath.size <= MOST_OF_A_PATH) break
      this.#remove(this.#entries.get(oldest)!)
    }
  }

  /** Counts what an entry takes now, and makes room. */
  #measure(entry: Entry): void {
    if (this.#entries.get(entry.key) !== entry) return
    this.#bytes -= entry.size
    entry.size = sizeOf(entry)
    this.#bytes += entry.size
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.#options.maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(entry: Entry): void {
    const { key, urls, size } = entry
    this.#entries.delete(key)
    this.#bytes -= size
    for (const url of urls) if (this.#byUrl.get(url) === entry) this.#byUrl.delete(url)
    const path = pathOf(key)
    const ofPath = this.#byPath.get(path)!
    ofPath.delete(key)
    if (!ofPath.size) this.#byPath.delete(path)
  }

  #strengthen({ key, version, answer }: Entry): void {
    if (!answer.held('br')) return
    answer.light = false
    this.#spareTime.add(async () => {
      // Looked up again, so that what waits here holds no bytes that have given way.
      const entry = this.#entries.get(key)
      if (entry?.version !== version) return false
      await entry.answer.strengthen()
      return true
    })
  }

  #moveTo(version: number): void {
    if (version === this.#version) return
    this.#version = version
    // Those that have not been made again since the change before may still be the most used.
    const used = [...this.#hot.values()].filter(({ key }) => !this.#entries.has(key))
    for (const entry of [...this.#entries.values()]) {
      if (entry.version === FIXED) continue
      used.push({ ...entry, encodings: entry.answer.encodings })
      this.#remove(entry)
    }
    const hot = used.filter(({ uses }) => uses > 1).sort((one, other) => other.uses - one.uses)
    this.#hot = new Map()
    for (const { key, make, uses, urls, route, encodings } of hot.slice(0, MOST_RENEWED)) {
      this.#hot.set(key, { key, make, uses, urls, route, encodings })
      this.#spareTime.add(() => this.#renew(version, key))
    }
  }

  /** Makes a response again, in the encodings that are asked for, so that no reader waits for it. */
  async #renew(version: number, key: string): Promise<boolean> {
    const hot = this.#hot.get(key)
    if (this.#version !== version || this.#entries.has(key) || !hot) return false
    try {
      const renewed = await this.#once(version, key, hot.make, 0)
      for (const encoding of hot.encodings) await renewed.form(encoding)
      return true
    } finally {
      // Not tried again at the next change if it failed.
      this.#hot.delete(key)
    }
  }
}

/**
 * Lets caches that readers share keep an answer for so long; browsers go on asking every time. What differs for people
 * who are signed in is left out, because many such caches do not look at `Vary`, and so is what will change by itself.
 */
function forOthers(answer: PublicAnswer, seconds: number): PublicAnswer {
  const { status, headers, keep } = answer
  const asksEveryTime = (headers['cache-control'] ?? 'no-cache') === 'no-cache'
  if (!seconds || !asksEveryTime || status !== 200 || headers.vary || keep === false) return answer
  return { ...answer, headers: { ...headers, 'cache-control': `public, max-age=0, s-maxage=${seconds}` } }
}

/** What is cached under a key: a page, the answer of a call, or a file of any kind. */
const kindOf = (key: string): 'page' | 'call' | 'file' =>
  key.startsWith('page ') ? 'page' : key.startsWith('api ') ? 'call' : 'file'

const isPage = (key: string): boolean => kindOf(key) === 'page'

/** The path of a key, before its query. */
const pathOf = (key: string): string => key.split('?', 1)[0]!

/** The memory of an entry: its answer, its key and its URLs with their places in the maps. */
const sizeOf = ({ key, urls, answer }: Entry): number =>
  urls.reduce((sum, url) => sum + URL_BYTES + url.length, answer.size + 2 * Buffer.byteLength(key))
