import { createServer, type Socket } from 'node:net'

/** The harmless test string that every virus scanner detects (EICAR). */
export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

export interface TestClamd {
  /** A value for CLAMD_URL. */
  url: string
  /** The content of each file that was scanned, reassembled from its chunks. */
  shown: Buffer[]
  /** The number of open connections. */
  open: () => number
  close: () => Promise<void>
}

export type ClamdAnswer = (socket: Socket, content: Buffer) => void

/** A scanner that works. */
export const honest: ClamdAnswer = (socket, content) =>
  void socket.end(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')

/**
 * Speaks clamd's INSTREAM: the command, then chunks with their lengths until one of length zero. `early` is
 * called on connection, and may misbehave.
 */
export async function startClamd(
  answer: ClamdAnswer = honest,
  { early, path, host = '127.0.0.1' }: { early?: (socket: Socket) => void; path?: string; host?: string } = {},
): Promise<TestClamd> {
  const shown: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    early?.(socket)
    let received = Buffer.alloc(0)
    let answered = false
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      const content = contentOf(received)
      if (content === undefined || answered) return
      answered = true
      shown.push(content)
      answer(socket, content)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if (path === undefined) server.listen(0, host, resolve)
    else server.listen(path, resolve)
  })
  const address = server.address()
  return {
    url:
      typeof address === 'string'
        ? `unix:${address}`
        : `tcp://${host.includes(':') ? `[${host}]` : host}:${address!.port}`,
    shown,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const COMMAND = 'zINSTREAM\0'

/** Undefined until it is complete. */
function contentOf(received: Buffer): Buffer | undefined {
  if (received.length < COMMAND.length) return undefined
  if (received.toString('latin1', 0, COMMAND.length) !== COMMAND) throw new Error('not the command')
  const pieces: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
