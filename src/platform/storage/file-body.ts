import { close, read } from 'node:fs'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ByteRange } from './store.ts'

/** How much of a file is in memory at once for a reader, and for those beyond the first `MOST_LARGE`. */
const LARGE = 256 * 1024
const SMALL = 32 * 1024
/** Readers who take nothing hold their part: many of them must not use up the memory. */
const MOST_LARGE = 64

/** Large parts that nobody is using now; more of them are left to the garbage collector. */
const MOST_SPARE = 16
const spare: Buffer[] = []
let used = 0

/** Memory for a part of a file; its content is whatever was in it before. */
export function takePart(): Buffer {
  used++
  return used > MOST_LARGE ? Buffer.allocUnsafeSlow(SMALL) : (spare.pop() ?? Buffer.allocUnsafeSlow(LARGE))
}

/** `again`: nothing can still be reading from it. */
export function giveBack(part: Buffer, again: boolean): void {
  used--
  if (again && part.length === LARGE && spare.length < MOST_SPARE) spare.push(part)
}

/**
 * The bytes of an open file, which it closes in the end. A response takes them from one part of memory that is filled
 * again once it has been sent: streams would take new memory for each read.
 */
export class FileBody extends Readable {
  readonly #handle: number
  readonly #last: number
  #position: number
  #reading = false
  #part: Buffer | undefined
  #afterReading: (() => void) | undefined

  constructor(handle: number, { first, last }: ByteRange) {
    super({ highWaterMark: SMALL })
    this.#handle = handle
    this.#position = first
    this.#last = last
  }

  override _read(): void {
    this.#fill(Buffer.allocUnsafe(SMALL), (filled) => this.push(filled.length ? filled : null))
  }

  override pipe<T extends NodeJS.WritableStream>(to: T, options?: { end?: boolean }): T {
    if (!(to instanceof ServerResponse) || options?.end === false) return super.pipe(to, options)
    const part = takePart()
    this.#part = part
    const next = (error?: Error | null): void => {
      if (error || this.destroyed) return void this.destroy(error ?? undefined)
      this.#fill(part, (filled) => {
        if (filled.length) return void to.write(filled, next)
        this.#release(true)
        to.end()
        // Tells those who listen that it has ended.
        this.push(null)
        this.resume()
      })
    }
    next()
    return to
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#release(false)
    const finish = () => close(this.#handle, (failure) => done(error ?? failure))
    // The number of a closed file may be given to another one, which a read under way would then read.
    if (this.#reading) this.#afterReading = finish
    else finish()
  }

  #release(again: boolean): void {
    if (this.#part) giveBack(this.#part, again)
    this.#part = undefined
  }

  /** Hands on the next bytes, or none at the end. A file that ends too early is an error. */
  #fill(part: Buffer, use: (filled: Buffer) => void): void {
    const left = this.#last + 1 - this.#position
    if (left <= 0) return use(part.subarray(0, 0))
    this.#reading = true
    read(this.#handle, part, 0, Math.min(part.length, left), this.#position, (error, count) => {
      this.#reading = false
      if (this.#afterReading) return this.#afterReading()
      if (error || count === 0) return void this.destroy(error ?? new Error('The file has become shorter'))
      this.#position += count
      use(part.subarray(0, count))
    })
  }
}
