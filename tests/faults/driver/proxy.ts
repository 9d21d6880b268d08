import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

/**
 * passes: as if it were not there. cut: connections are closed, new ones too. reset: the same, without a goodbye.
 * stalls: nothing passes, nothing is closed. drips: a few bytes at a time.
 */
export type Trouble = 'passes' | 'cut' | 'reset' | 'stalls' | 'drips'

const DRIP_BYTES = 20
const DRIP_MS = 100

/** A network of our own between the journal and what it needs. */
export interface Proxy {
  port: number
  /** How many connections are open. */
  connections(): number
  become(trouble: Trouble): void
  close(): Promise<void>
}

export async function openProxy(target: { host: string; port: number }): Promise<Proxy> {
  const pairs = new Set<Pair>()
  let trouble: Trouble = 'passes'
  const server = createServer((client) => {
    if (trouble === 'cut') return void client.destroy()
    if (trouble === 'reset') return void client.resetAndDestroy()
    const pair = new Pair(client, connect(target.port, target.host), () => trouble)
    pairs.add(pair)
    client.once('close', () => pairs.delete(pair))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drip = setInterval(() => trouble === 'drips' && pairs.forEach((pair) => pair.pass(DRIP_BYTES)), DRIP_MS)
  return {
    port: (server.address() as { port: number }).port,
    connections: () => pairs.size,
    become(next) {
      trouble = next
      for (const pair of [...pairs]) {
        if (next === 'cut') pair.end((socket) => socket.destroy())
        if (next === 'reset') pair.end((socket) => socket.resetAndDestroy())
        if (next === 'passes') pair.pass(Infinity)
      }
    },
    async close() {
      clearInterval(drip)
      for (const pair of pairs) pair.end((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}

/** Two sockets, and what one has sent and the other has not got. */
class Pair {
  readonly #ways: { to: Socket; waiting: Buffer }[]
  readonly #sockets: Socket[]

  constructor(client: Socket, behind: Socket, trouble: () => Trouble) {
    this.#sockets = [client, behind]
    this.#ways = [
      { to: behind, waiting: Buffer.alloc(0) },
      { to: client, waiting: Buffer.alloc(0) },
    ]
    for (const [at, from] of this.#sockets.entries()) {
      const way = this.#ways[at]!
      from.on('error', () => {})
      from.on('data', (part: Buffer) => {
        if (trouble() === 'passes' && !way.waiting.length) way.to.write(part)
        else way.waiting = Buffer.concat([way.waiting, part])
      })
      from.on('close', () => way.to.destroy())
    }
  }

  pass(bytes: number): void {
    for (const way of this.#ways) {
      if (way.waiting.length) way.to.write(way.waiting.subarray(0, bytes))
      way.waiting = way.waiting.subarray(bytes)
    }
  }

  end(how: (socket: Socket) => void): void {
    this.#sockets.forEach(how)
  }
}
