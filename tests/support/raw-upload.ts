import { connect, type Socket } from 'node:net'
import { API_PREFIX } from '../../src/contract/rules/site/path-roots.ts'
import type { SignedIn } from './builders.ts'
import { aMultipart } from './multipart.ts'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: { message?: string; url?: string }
}

/** A request sent by hand, chunk by chunk, as slow connections and attackers do. */
export class RawRequest {
  readonly socket: Socket
  /** Undefined if the connection ended without one. */
  readonly answer: Promise<RawAnswer | undefined>
  /** Everything received so far. */
  received: RawAnswer | undefined
  #text = ''

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1' })
    this.answer = new Promise((resolve) => {
      this.socket.setEncoding('utf8')
      this.socket.on('data', (text: string) => {
        this.#text += text
        this.received ??= parsed(this.#text)
        if (this.received) resolve(this.received)
      })
      this.socket.on('error', () => {})
      this.socket.on('close', () => resolve(this.received))
    })
  }

  send(piece: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(piece)
  }

  get closed(): Promise<void> {
    return new Promise((resolve) => (this.socket.destroyed ? resolve() : this.socket.once('close', () => resolve())))
  }
}

function parsed(text: string): RawAnswer | undefined {
  const [head = '', rest] = text.split(/\r\n\r\n(.*)/s)
  if (rest === undefined) return undefined
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  if (Buffer.byteLength(rest) < Number(headers['content-length'] ?? 0)) return undefined
  return { status: Number(first.split(' ')[1]), headers, body: rest ? JSON.parse(rest) : {} }
}

/** An upload of which the last `heldBack` bytes of the file, and the end of the form, are not sent yet. */
export class RawUpload extends RawRequest {
  readonly rest: Buffer[]

  constructor(port: number, as: Pick<SignedIn, 'headers'>, file: { name: string; content: Buffer }, heldBack: number) {
    super(port)
    const { body, headers } = aMultipart({ name: file.name, content: Buffer.alloc(0) })
    const end = body.lastIndexOf('\r\n--')
    const sent = file.content.length - heldBack
    this.rest = [file.content.subarray(sent), body.subarray(end)]
    const length = body.length + file.content.length
    const lines = { host: 'journal.test', ...as.headers, ...headers, 'content-length': length }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
    this.send(`POST ${API_PREFIX}/files/upload HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
    this.send(body.subarray(0, end))
    this.send(file.content.subarray(0, sent))
  }

  finish(): Promise<RawAnswer | undefined> {
    for (const piece of this.rest) this.send(piece)
    return this.answer
  }
}
