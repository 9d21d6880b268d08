import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { aPdf } from '../support/multipart.ts'
import { sha256, signUp, submit } from './driver/manuscripts.ts'
import { Run } from './driver/run.ts'
import type { Scenario } from './scenario.ts'

/** The longest of the journal’s limits: two minutes for a reader who takes nothing. Headers have 30 s, bodies 60 s. */
const ALL_CUT_WITHIN_MS = 130_000
const LARGE = 9_000_000
const READERS = 8

/** 500 clients that send by drops or take nothing, while others read and write. */
export const slowClients: Scenario = {
  name: '500 slow clients',
  engines: ['sqlite'],
  recoversInSeconds: 15,
  async run(setting) {
    const run = await Run.begin(setting)
    const { load, figures, workers, place } = run
    const { desk, witness } = workers
    // Larger than what the system takes on its way to a reader who takes nothing.
    const author = await signUp(desk, 'slow')
    const submitted = await submit(desk, author, 'slow')
    const bytes = Buffer.from(aPdf('x'.repeat(LARGE)))
    const pdf = (await desk.editor.upload('large.pdf', bytes)).body.url
    const approved = await desk.editor.send('PUT', `/posts/${submitted.id}/approve`, { pdfUrl: pdf })
    if (approved.status !== 200) throw new Error(`The large PDF was refused: ${JSON.stringify(approved.body)}`)
    const id = pdf.split('/')[2]!
    witness.write({ what: 'file', id, name: 'large.pdf', sha256: sha256(bytes), bytes: bytes.length })

    const addresses = ['/', '/blog', `/blog/${submitted.id}`, '/api/posts/published', '/api/categories']
    run.work(2)
    const measure = async (ms: number) => {
      const times: number[] = []
      const until = performance.now() + ms
      const read = async (reader: number) => {
        for (let at = reader; performance.now() < until; at++) {
          const began = performance.now()
          const answer = await fetch(run.server.url + addresses[at % addresses.length])
          await answer.arrayBuffer()
          times.push(performance.now() - began)
          if (answer.status !== 200) figures.wrongAnswers.push(`a reader got ${answer.status}`)
          await pause(20)
        }
      }
      await Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
      times.sort((a, b) => a - b)
      return { times, p99: times[Math.floor(times.length * 0.99)]! }
    }

    const quiet = await measure(setting.long ? 8_000 : 1_000)
    const clients = Array.from({ length: 500 }, (_, number) => new SlowClient(place.port, number % 3, submitted.id))
    const began = performance.now()
    figures.faults += clients.length
    await pause(500)
    const during = await measure(setting.long ? 25_000 : 2_500)
    figures.recovery.push(await load.secondsToWrite(performance.now()))
    if (setting.long) {
      const ports = new Set(clients.map(({ port }) => port))
      while (heldBy(place.port, ports) && performance.now() - began < ALL_CUT_WITHIN_MS) await pause(500)
      const left = heldBy(place.port, ports)
      if (left) figures.missed.push(`${left} connections of slow clients are still held`)
      figures.notes.push(`the last slow client was cut after ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    clients.forEach((client) => client.end())
    const limit = Math.max(1_000, 5 * quiet.p99)
    if (during.p99 > limit) figures.missed.push(`p99 of the readers was ${during.p99.toFixed(0)} ms`)
    figures.notes.push(
      `p99 of ${READERS} readers ${during.p99.toFixed(0)} ms (${during.times.length} answers), without the slow ones ${quiet.p99.toFixed(0)} ms`,
    )
    return run.finish()
  },
}

/**
 * How many connections from these ports the program that listens on `server` holds, by the system's own table: a client
 * that reads nothing does not learn that it was cut.
 */
function heldBy(server: number, ports: ReadonlySet<number | undefined>): number {
  const port = (address: string) => Number.parseInt(address.split(':')[1]!, 16)
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local, remote, , , , , , , inode]) => port(local!) === server && ports.has(port(remote!)) && inode !== '0',
    ).length
}

const KINDS = ['headers by drops', 'a body by drops', 'takes nothing'] as const

class SlowClient {
  readonly kind: (typeof KINDS)[number]
  isOpen = true
  readonly #socket: Socket
  readonly #drip: NodeJS.Timeout
  #port: number | undefined

  constructor(port: number, kind: number, article: string) {
    this.kind = KINDS[kind]!
    this.#socket = connect(port, '127.0.0.1')
    const start = [
      'GET / HTTP/1.1\r\nhost: journal.test\r\n',
      'POST /api/auth/login HTTP/1.1\r\nhost: journal.test\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
      `GET /blog/${article}.pdf HTTP/1.1\r\nhost: journal.test\r\n\r\n`,
    ]
    this.#socket.write(start[kind]!)
    if (this.kind === 'takes nothing') this.#socket.pause()
    else this.#socket.resume()
    this.#drip = setInterval(() => {
      if (!this.isOpen) clearInterval(this.#drip)
      else if (kind < 2) this.#socket.write(kind === 0 ? 'x-drop: y\r\n' : ' ')
    }, 1000)
    this.#socket.on('connect', () => (this.#port = this.#socket.localPort))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => (this.isOpen = false))
  }

  get port(): number | undefined {
    return this.#port
  }

  end(): void {
    clearInterval(this.#drip)
    this.#socket.destroy()
  }
}
