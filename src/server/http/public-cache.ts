import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding, namesTag } from './header-lists.ts'
import { ANSWER_MS, inTime } from './time-limit.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A response that is the same for everyone. */
export interface PublicAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** False for unbounded sets, such as pages beyond the last: sent, but not cached. */
  keep?: boolean
}

/** Produces a response; the signal aborts when nobody waits for it any more. */
export type MakeAnswer = (signal: AbortSignal) => Promise<PublicAnswer>

interface KeptAnswer {
  status: number
  headers: Record<string, string>
  etag: string
  bytes: { identity: Buffer; br: Buffer; gzip: Buffer }
}

const COMPRESSIBLE = /^(text\/|application\/(json|manifest\+json|xml|atom\+xml|feed\+json|ld\+json|x-)|image\/svg)/
const SMALLEST_WORTH_COMPRESSING = 512

/** Successful responses and tombstones are cached; for other statuses there are as many as there are URLs. */
const KEPT_STATUSES = new Set([200, 410])

/** How many responses are cached per path, whatever the queries. */
export const MOST_OF_A_PATH = 200

/**
 * Public responses, compressed and cached under the site's version. Nothing is purged: a write that changes
 * public content increments the version, and old entries are evicted as least recently used.
 */
export class PublicCache {
  readonly #kept = new Map<string, KeptAnswer>()
  /** Keys grouped by path. Like `#kept`, in order of last use, oldest first. */
  readonly #byPath = new Map<string, Set<string>>()
  readonly #underWay = new Map<string, Promise<KeptAnswer>>()
  readonly #maxBytes: number
  readonly #patienceMs: number
  #bytes = 0

  constructor(maxBytes = 64 * 1024 * 1024, patienceMs = ANSWER_MS) {
    this.#maxBytes = maxBytes
    this.#patienceMs = patienceMs
  }

  /**
   * Responds from the cache entry of `version` and `key`, or produces the response once for all waiting
   * requests. A key is a URL; its path is the part before the `?`. The version must have been read before
   * `make` reads content: a race can then only store newer content under an older version. After a timeout
   * the waiting requests fail, and the next one starts again.
   */
  async answer(version: number, key: string, make: MakeAnswer): Promise<KeptAnswer> {
    const name = `${version} ${key}`
    const kept = this.#kept.get(name)
    if (kept) {
      this.#used(name, kept)
      return kept
    }
    let waiting = this.#underWay.get(name)
    if (!waiting) {
      waiting = this.#make(name, make).finally(() => this.#underWay.delete(name))
      this.#underWay.set(name, waiting)
    }
    return waiting
  }

  async #make(name: string, make: MakeAnswer): Promise<KeptAnswer> {
    const made = await inTime(this.#patienceMs, make)
    const answer = await prepared(made)
    if (KEPT_STATUSES.has(made.status) && made.keep !== false) this.#keep(name, answer)
    return answer
  }

  #keep(name: string, answer: KeptAnswer): void {
    this.#add(name, answer)
    const ofPath = this.#byPath.get(pathOf(name))!
    for (const oldest of ofPath) {
      if (ofPath.size <= MOST_OF_A_PATH) break
      this.#remove(oldest, this.#kept.get(oldest)!)
    }
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest, old)
    }
  }

  #add(name: string, answer: KeptAnswer): void {
    this.#kept.set(name, answer)
    this.#bytes += sizeOf(name, answer)
    const path = pathOf(name)
    const ofPath = this.#byPath.get(path) ?? new Set()
    this.#byPath.set(path, ofPath.add(name))
  }

  /** Marks an entry as most recently used. */
  #used(name: string, answer: KeptAnswer): void {
    this.#kept.delete(name)
    this.#kept.set(name, answer)
    const ofPath = this.#byPath.get(pathOf(name))!
    ofPath.delete(name)
    ofPath.add(name)
  }

  #remove(name: string, answer: KeptAnswer): void {
    this.#kept.delete(name)
    this.#bytes -= sizeOf(name, answer)
    const path = pathOf(name)
    const ofPath = this.#byPath.get(path)!
    ofPath.delete(name)
    if (!ofPath.size) this.#byPath.delete(path)
  }
}

/** The path of an entry's key, in every version of the site. */
const pathOf = (name: string): string => name.slice(name.indexOf(' ') + 1).split('?', 1)[0]!

/** The overhead of an entry: objects, buffers, its place in the map. */
const ENTRY_BYTES = 1024

/** The total size of an entry: its key, headers and bytes, which are a single shared buffer if not compressed. */
const sizeOf = (name: string, { headers, bytes }: KeptAnswer): number =>
  ENTRY_BYTES +
  Buffer.byteLength(name) +
  Buffer.byteLength(JSON.stringify(headers)) +
  [...new Set(Object.values(bytes))].reduce((sum, part) => sum + part.length, 0)

/** Compresses a response and adds its ETag. */
export async function prepared(answer: PublicAnswer): Promise<KeptAnswer> {
  const identity = Buffer.from(answer.body)
  const type = answer.headers['content-type'] ?? ''
  const compress = identity.length >= SMALLEST_WORTH_COMPRESSING && COMPRESSIBLE.test(type)
  const [br, gz] = compress
    ? await Promise.all([
        compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
        compressGzip(identity, { level: 7 }),
      ])
    : [identity, identity]
  const hash = createHash('sha256').update(identity).update(JSON.stringify(answer.headers)).digest('base64url')
  return { status: answer.status, headers: answer.headers, etag: hash.slice(0, 22), bytes: { identity, br, gzip: gz } }
}

/** Sends a prepared response in the best encoding that the client accepts, or 304 if its copy is current. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  const accepts = (encoding: string) => acceptsEncoding(request.headers['accept-encoding'], encoding)
  const { identity, br, gzip: gz } = answer.bytes
  const encoding = br === identity ? 'identity' : accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
  const etag = encoding === 'identity' ? `"${answer.etag}"` : `"${answer.etag}-${encoding}"`
  void reply.headers(answer.headers)
  if (br !== identity) {
    const others = reply.getHeader('vary')
    void reply.header('vary', others ? `${String(others)}, accept-encoding` : 'accept-encoding')
  }
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache')
  if (answer.status === 200) {
    void reply.header('etag', etag)
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.code(answer.status).send(encoding === 'br' ? br : encoding === 'gzip' ? gz : identity)
}
