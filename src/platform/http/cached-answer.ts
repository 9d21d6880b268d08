import { createHash } from 'node:crypto'
import { validateHeaderValue } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { acceptsEncoding } from './headers.ts'

/** A response that is the same for everyone. */
export interface PublicAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** The Brotli form of the body, if there is one already. */
  br?: Buffer
  /** False for unbounded sets, such as pages beyond the last: sent, but not cached. */
  keep?: boolean
}

export type Encoding = 'identity' | 'br' | 'gzip'

/** The bytes of one encoding and their complete headers, as alternating names and values. */
export interface Form {
  bytes: Buffer
  etag: string | undefined
  headers: string[]
  /** The headers of a 304. */
  unchanged: string[]
}

const COMPRESSIBLE =
  /^(text\/|application\/(json|manifest\+json|xml|(?:atom|rss)\+xml|(?:feed|ld|linkset|vnd\.citationstyles\.csl)\+json|x-)|image\/svg)/
const SMALLEST_WORTH_COMPRESSING = 512

/** Brotli for the first reader, who waits for it, and for the others: 10 takes 50 times as long for a fifth less. */
const LIGHT = 3
const STRONG = 10
const GZIP = 6
/** What takes less than a millisecond is done at once: for a thread to do it takes longer, and more memory. */
const COMPRESSED_AT_ONCE = 256 * 1024

/** The overhead of an answer and of each of its forms, as measured with thousands of them. */
const ANSWER_BYTES = 1536
const FORM_BYTES = 768

/**
 * A public response, ready to be sent. Of what can be compressed only the encodings that were asked for are
 * held, and the plain bytes only until there is another form: the few clients that take nothing else get them
 * unpacked.
 */
export class CachedAnswer {
  readonly status: number
  /** Where a redirect leads. */
  readonly location: string | undefined
  /** True while the Brotli form is a light one, and nothing has been begun to replace it. */
  light = false
  /** Called when other bytes are held than before. */
  onChange = () => {}
  readonly #headers: string[]
  readonly #hash: string
  readonly #compressible: boolean
  readonly #forms: { [E in Encoding]?: Form } = {}
  readonly #underWay: { [E in Encoding]?: Promise<Form> } = {}

  /** `always` are the headers that every response has unless it has its own. */
  constructor(answer: PublicAnswer, always: Readonly<Record<string, string>>) {
    const bytes = exact(typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body)
    this.status = answer.status
    this.location = answer.headers.location
    this.#compressible =
      bytes.length >= SMALLEST_WORTH_COMPRESSING && COMPRESSIBLE.test(answer.headers['content-type'] ?? '')
    const vary = [answer.headers.vary, this.#compressible && 'accept-encoding'].filter(Boolean).join(', ')
    const headers = { ...always, 'cache-control': 'no-cache', ...answer.headers, ...(vary ? { vary } : {}) }
    // Refused here, where a request can fail, not where the answer is sent.
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value)
    this.#headers = Object.entries(headers).flat()
    const hash = createHash('sha256').update(bytes).update(JSON.stringify(answer.headers)).digest('base64url')
    this.#hash = hash.slice(0, 22)
    if (answer.br && this.#compressible) this.#forms.br = this.#form('br', answer.br)
    else this.#forms.identity = this.#form('identity', bytes)
  }

  /** The best encoding for an Accept-Encoding header. */
  encodingFor(accepted: string | undefined): Encoding {
    if (!this.#compressible) return 'identity'
    return acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : 'identity'
  }

  /** The response in this encoding, if it is held. */
  held(encoding: Encoding): Form | undefined {
    return this.#forms[encoding]
  }

  /** The encodings that are held. */
  get encodings(): Encoding[] {
    return Object.keys(this.#forms) as Encoding[]
  }

  /** The response in this encoding, made once for all who wait for it. */
  async form(encoding: Encoding): Promise<Form> {
    return this.#forms[encoding] ?? (this.#underWay[encoding] ??= this.#make(encoding))
  }

  async #make(encoding: Encoding): Promise<Form> {
    try {
      const plain = await this.#plain()
      if (encoding === 'identity') return this.#form('identity', plain)
      if (encoding === 'gzip') return this.#hold('gzip', await compressGzip(plain, { level: GZIP }))
      this.light = true
      const settings = brotli(plain, LIGHT)
      const atOnce = plain.length <= COMPRESSED_AT_ONCE
      return this.#hold('br', atOnce ? brotliCompressSync(plain, settings) : await compressBrotli(plain, settings))
    } finally {
      delete this.#underWay[encoding]
    }
  }

  /** Replaces the light Brotli form by a strong one. */
  async strengthen(): Promise<void> {
    if (!this.#forms.br) return
    const plain = await this.#plain()
    const bytes = await compressBrotli(plain, brotli(plain, STRONG))
    this.light = false
    this.#hold('br', bytes)
  }

  async #plain(): Promise<Buffer> {
    const { identity, br, gzip: zipped } = this.#forms
    return identity?.bytes ?? (br ? decompressBrotli(br.bytes) : decompressGzip(zipped!.bytes))
  }

  #hold(encoding: 'br' | 'gzip', bytes: Buffer): Form {
    const form = this.#form(encoding, exact(bytes))
    this.#forms[encoding] = form
    delete this.#forms.identity
    this.onChange()
    return form
  }

  #form(encoding: Encoding, bytes: Buffer): Form {
    const etag = this.status === 200 ? this.#tag(encoding) : undefined
    const unchanged = etag ? [...this.#headers, 'etag', etag] : this.#headers
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
    return { bytes, etag, unchanged, headers: [...unchanged, ...coding, 'content-length', String(bytes.length)] }
  }

  /**
   * A tag for each encoding. Light and strong bytes have the same content, so a reader who has one needs not load
   * the other; but only the strong ones stay as they are, so only their tag is a strong one.
   */
  #tag(encoding: Encoding): string {
    if (encoding === 'identity') return `"${this.#hash}"`
    return `${encoding === 'br' && this.light ? 'W/' : ''}"${this.#hash}-${encoding}"`
  }

  /** The memory that this answer takes. */
  get size(): number {
    const forms = Object.values(this.#forms).map(({ bytes }) => FORM_BYTES + bytes.length)
    const headers = this.#headers.reduce((sum, text) => sum + text.length, 0)
    return forms.reduce((sum, size) => sum + size, ANSWER_BYTES + headers)
  }
}

const compressGzip = promisify(gzip)
const decompressGzip = promisify(gunzip)
const decompressBrotli = promisify(brotliDecompress)
const compressBrotli = promisify(brotliCompress)

const brotli = (bytes: Buffer, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
})

/** The same bytes in memory of their own: what zlib returns is a small part of a block of 64 KiB. */
function exact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
