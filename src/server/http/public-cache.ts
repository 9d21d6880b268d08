import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding, namesTag } from './header-lists.ts'
import { ANSWER_MS, inTime } from './time-limit.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** An answer that is the same for everybody. */
export interface PublicAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** False for one of endlessly many, such as pages beyond the last: sent, but not kept. */
  keep?: boolean
}

/** Makes an answer; the signal says that nobody waits for it any more. */
export type MakeAnswer = (signal: AbortSignal) => Promise<PublicAnswer>

interface KeptAnswer {
  status: number
  headers: Record<string, string>
  etag: string
  bytes: { identity: Buffer; br: Buffer; gzip: Buffer }
}

const COMPRESSIBLE = /^(text\/|application\/(json|manifest\+json|xml|atom\+xml|feed\+json|ld\+json|x-)|image\/svg)/
const SMALLEST_WORTH_COMPRESSING = 512

/** What is there, and what was there and has been removed: of other answers there are as many as addresses. */
const KEPT_STATUSES = new Set([200, 410])

/** How many answers of one path are kept, however many questions can be asked there. */
export const MOST_OF_A_PATH = 200

/**
 * Public answers kept under the site's version, already compressed. Nothing is purged: a write
 * that changes what the public sees moves the version on, and old entries fall out by age of use.
 */
export class PublicCache {
  readonly #kept = new Map<string, KeptAnswer>()
  /** Their names by the path of their keys. Like `#kept`, what was used longest ago comes first. */
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
   * Answers from what is kept under `version` and `key`, or makes the answer once for all who wait
   * for it. A key is an address: what stands before the `?` is its path. The version must have been read before `make` reads content: a race can then only store
   * newer content under an older version. What is not made in time is refused to those who wait, and
   * the next to ask has it made anew.
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

  /** Makes it the one that was used last. */
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

/** What an entry takes beside what stands in it: objects, buffers, its place in the map. */
const ENTRY_BYTES = 1024

/** All that an entry takes: its name, its headers, and its bytes, which are one buffer under three names if not compressed. */
const sizeOf = (name: string, { headers, bytes }: KeptAnswer): number =>
  ENTRY_BYTES +
  Buffer.byteLength(name) +
  Buffer.byteLength(JSON.stringify(headers)) +
  [...new Set(Object.values(bytes))].reduce((sum, part) => sum + part.length, 0)

/** An answer compressed and with its tag, ready to send. */
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

/** Sends a prepared answer in the best encoding the caller takes, or 304 when it has it already. */
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
