import { createReadStream } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { DomainError } from '../../../platform/errors.ts'

export interface VirusScanner {
  /** Refuses a file in which malware was found, and one that could not be scanned. */
  scan(path: string, log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Promise<void>
  /** Throws if the scanner does not answer. */
  ping(): Promise<void>
}

export const INFECTED = 'This file was rejected by the virus scanner.'
export const SCANNER_AWAY =
  'Files cannot be checked for viruses right now, so none can be uploaded. Please try again in a few minutes.'

/** The author waits in front of the upload. A file of the largest size takes clamd a few seconds. */
const TIMEOUT_MS = 20_000
/** So long nothing moves while clamd looks at a file; after that it hangs. It is on this machine or near. */
const SILENT_MS = 8_000
const CONNECT_MS = 2_000
const PING_MS = 2_000

/** clamd answers with one line; anything longer is not clamd. */
const LONGEST_ANSWER = 4096

/** `tcp://host:port` or `unix:/path/of/the/socket`. */
export const CLAMD_ADDRESS = /^(?:tcp:\/\/(?<host>\[[\da-f:]+\]|[^\s/:[\]]+):(?<port>\d{1,5})|unix:(?<socket>\/\S+))$/i

/** Scans each file with clamd, ClamAV's daemon, by its INSTREAM command. Any failure refuses the file. */
export function openVirusScanner(
  url: string,
  { timeoutMs = TIMEOUT_MS, silentMs = SILENT_MS, connectMs = CONNECT_MS } = {},
): VirusScanner {
  const { host = '', port, socket } = CLAMD_ADDRESS.exec(url)?.groups ?? {}
  const connect = () => {
    const connection =
      socket === undefined
        ? createConnection({ host: host.replace(/[[\]]/g, ''), port: Number(port) })
        : createConnection({ path: socket })
    const end = (what: string) => connection.destroy(new Error(`clamd ${what}`))
    const limit = setTimeout(() => end('takes no connection'), connectMs)
    const stop = () => clearTimeout(limit)
    return connection
      .once('connect', stop)
      .once('close', stop)
      .setTimeout(silentMs, () => end(`did nothing for ${silentMs} ms`))
  }
  return {
    async ping() {
      const socket = connect()
      const limit = setTimeout(() => socket.destroy(new Error('clamd did not answer')), PING_MS)
      try {
        socket.on('connect', () => socket.write('zPING\0'))
        if ((await readAnswer(socket)) !== 'PONG') throw new Error('clamd did not answer as it should')
      } finally {
        clearTimeout(limit)
        socket.destroy()
      }
    },
    async scan(path, log) {
      const verdict = await answerOf(connect(), path, timeoutMs).catch((error: unknown) => {
        log.error({ err: error }, 'clamd could not be asked')
        throw new DomainError('unavailable', SCANNER_AWAY, { retryAfter: 120 })
      })
      const found = /^stream: (.+) FOUND$/.exec(verdict)?.[1]
      if (found !== undefined) {
        log.warn({ found }, 'an uploaded file was refused by the virus scanner')
        throw new DomainError('unsupported_type', INFECTED, { errors: { file: INFECTED } })
      }
      if (verdict !== 'stream: OK') {
        log.error({ answer: verdict }, 'clamd answered something else than a verdict')
        throw new DomainError('unavailable', SCANNER_AWAY, { retryAfter: 120 })
      }
    },
  }
}

async function answerOf(socket: Socket, path: string, timeoutMs: number): Promise<string> {
  const over = new AbortController()
  const limit = setTimeout(() => socket.destroy(new Error(`clamd took longer than ${timeoutMs} ms`)), timeoutMs)
  let shownWhole = false
  pipeline(framed(path), socket, { signal: over.signal, end: false }).then(
    () => (shownWhole = true),
    (error: Error) => socket.destroy(error),
  )
  try {
    // Attached from the start: clamd closes the connection when it has seen enough.
    const answer = await readAnswer(socket)
    if (!shownWhole) throw new Error(`clamd answered before it had the whole file: ${answer}`)
    return answer
  } finally {
    clearTimeout(limit)
    over.abort()
    socket.destroy()
  }
}

/** The command, each chunk of the file after its length, and a final chunk of length zero. */
async function* framed(path: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0')
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    yield lengthOf(piece)
    yield piece
  }
  yield lengthOf(Buffer.alloc(0))
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  return length
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = ''
  for await (const part of socket.setEncoding('latin1') as AsyncIterable<string>) {
    answer += part
    if (answer.includes('\0')) return answer.slice(0, answer.indexOf('\0')).trim()
    if (answer.length > LONGEST_ANSWER) throw new Error('clamd answered too much')
  }
  throw new Error('clamd closed the connection without an answer')
}
