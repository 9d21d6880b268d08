import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Logger } from 'pino'
import { MINUTE_MS } from '../contract/rules/text/dates.ts'
import { isProcessMessage, type ProcessMessage } from '../platform/other-processes.ts'
import type { Environment } from './environment.ts'
import { openLog } from './log.ts'

/** How long a process has to serve until an earlier end of it is forgotten. */
const STEADY_MS = MINUTE_MS
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = MINUTE_MS
/** Longer than a process allows itself to finish its requests (`DRAIN_MS`). */
const END_MS = 30_000

/** How long to wait before a process is started in place of one that has ended `times` times in a row. */
export const pauseAfter = (times: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS)

/**
 * Runs the journal in several processes on one port. The first one prepares the database before the others start,
 * so that a journal that cannot start ends with one sentence; after that, a process that ends is replaced.
 */
export async function superviseProcesses(environment: Environment): Promise<void> {
  const { host, port, processes } = environment
  const supervisor = new Supervisor(openLog(environment), processes, await portFor(host, port))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => supervisor.stop())
  supervisor.start()
}

class Supervisor {
  readonly #log: Logger
  readonly #processes: number
  readonly #port: number
  readonly #running = new Set<Worker>()
  /** The place of a process, which the one that follows it takes. */
  #nextNumber = 1
  #open = false
  #stopping = false
  #failed = false

  constructor(log: Logger, processes: number, port: number) {
    this.#log = log
    this.#processes = processes
    this.#port = port
  }

  start(endedBefore = 0, number = this.#nextNumber++): void {
    if (this.#stopping) return
    const started = Date.now()
    const worker = cluster.fork({ PORT: this.#port, JOURNAL_PROCESS: number })
    this.#running.add(worker)
    worker.on('message', (message: Opened | ProcessMessage) => {
      if (isProcessMessage(message)) return this.#pass(worker, message)
      if (this.#open) return
      const opened = message
      this.#open = true
      announce(opened)
      for (let other = 1; other < this.#processes; other++) this.start()
    })
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#running.delete(worker)
      if (this.#stopping) return this.#end(code !== 0)
      if (!this.#open) {
        // It has said itself why, unless something has killed it.
        if (signal) process.stderr.write(`\nThe journal was ended by ${signal} before it was open.\n`)
        process.exit(code || 1)
      }
      const times = Date.now() - started > STEADY_MS ? 1 : endedBefore + 1
      const pause = pauseAfter(times)
      this.#log.error(
        { process: worker.process.pid, code, signal, seconds: pause / 1000 },
        'a process has ended; another one takes its place after a pause',
      )
      setTimeout(() => this.start(times, number), pause)
    })
  }

  /** Lets every process finish its requests. */
  stop(): void {
    if (this.#stopping) return
    this.#stopping = true
    if (!this.#running.size) process.exit(0)
    this.#signal('SIGTERM')
    setTimeout(() => this.#signal('SIGKILL'), END_MS)
  }

  /** Passes questions of one process on to the others, and their answers back. */
  #pass(from: Worker, message: ProcessMessage): void {
    const others = [...this.#running].filter((worker) => worker !== from && worker.isConnected())
    if (message.metrics === 'asked') {
      from.send({ metrics: 'others', question: message.question, count: others.length } satisfies ProcessMessage)
      for (const other of others) other.send(message)
    } else if (message.metrics === 'answered') {
      others.find(({ id }) => id === message.by)?.send(message)
    }
  }

  #signal(signal: NodeJS.Signals): void {
    for (const worker of this.#running) worker.process.kill(signal)
  }

  #end(failed: boolean): void {
    this.#failed ||= failed
    if (!this.#running.size) process.exit(this.#failed ? 1 : 0)
  }
}

/**
 * On Linux each process has a socket of its own on the port (SO_REUSEPORT), and the system distributes connections.
 * Elsewhere the supervising process would hand them over; one that is killed with a connection on its way to it
 * leaves that reader waiting.
 */
export const OWN_SOCKETS = cluster.isWorker && process.platform === 'linux'

/**
 * The port that every process is given, also one that is started later, although with PORT=0 the system chooses it.
 * Throws if it is in use: processes that share a port would share it with another journal's, too.
 */
async function portFor(host: string, wanted: number): Promise<number> {
  const server = createServer().listen(wanted, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** What is printed for the operator when the journal is open. */
export interface Opened {
  address: string
  /** The administrator with a generated password, if one was created. */
  administrator: { email: string; password: string } | undefined
  /** How many sample articles were added. */
  samples: number
}

/**
 * Prints the administrator's password to a terminal. Other output is kept, as by a service manager's log: there it
 * prints the command that sets a password instead.
 */
export function announce({ address, administrator, samples }: Opened, isTerminal = process.stdout.isTTY): void {
  const print = (line = '') => process.stdout.write(`${line}\n`)
  print()
  print(`The journal is open at ${address}`)
  if (administrator && !isTerminal) {
    print(`An administrator was created: ${administrator.email}`)
    print(`Set the password with: npm run admin -- reset ${administrator.email}`)
  } else if (administrator) {
    print(`An administrator was created. This is shown only once:`)
    print(`  email    ${administrator.email}`)
    print(`  password ${administrator.password}`)
  }
  if (samples) print('Sample articles were added; remove them with: npm run sample:remove')
  print()
}
