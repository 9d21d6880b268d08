import { setTimeout as pause } from 'node:timers/promises'

/** The run is over: those who wait for an answer stop. */
export class Over extends Error {}

/** Answers after which a client asks again. 0: there was none. */
const AGAIN = new Set([0, 408, 429, 503, 507])
const LONGEST_ANSWER_MS = 60_000

interface CallUnderWay {
  what: string
  began: number
  answered: boolean
}

/** So soon after it was made a call may still be on its way to the server. */
const ARRIVES_MS = 100

/** Whom the callers ask, whether they may, and what answers are right at the moment. */
export class Load {
  /** Where calls go: one address, or several in turn. */
  urls: string[] = []
  /** Statuses of 5xx that the present fault allows. */
  #allowed: number[] = []
  /** For answers that began during the fault. */
  #faultEnded = -Infinity
  #gate: Promise<void> | null = null
  #open = () => {}
  #over = false
  #asked = 0
  readonly #calls = new Set<CallUnderWay>()
  readonly wrong: string[] = []
  /** How often each status was answered; 0: no answer. */
  readonly answered = new Map<number, number>()
  /** The longest time until an answer. */
  slowestMs = 0
  /** When a write was last acknowledged. */
  lastWriteAt = -Infinity

  get url(): string {
    return this.urls[this.#asked++ % this.urls.length]!
  }

  faultBegins(...allowed: number[]): void {
    this.#allowed = allowed
  }

  /** Answers to calls that were made during the fault may still be its own. */
  faultEnds(): void {
    this.#faultEnded = performance.now()
  }

  /** From now on no 5xx is right, whenever the call was made. */
  recovered(): void {
    this.#allowed = []
  }

  /** Lets nobody ask any more, and waits until nobody is waiting for an answer. */
  async close(): Promise<void> {
    this.#gate ??= new Promise((resolve) => (this.#open = resolve))
    while (this.#calls.size) await pause(5)
    // What follows from the last answers is written down.
    await pause(5)
  }

  open(): void {
    this.#gate = null
    this.#open()
  }

  /** For calls after the run. */
  begin(...urls: string[]): void {
    this.urls = urls
    this.#over = false
    this.open()
  }

  end(): void {
    this.#over = true
    this.open()
  }

  /** One call, repeated until it is answered for good. */
  async ask(method: string, path: string, init: () => RequestInit): Promise<{ status: number; body: unknown }> {
    for (;;) {
      while (this.#gate) await this.#gate
      if (this.#over) throw new Over()
      const { status, body } = await this.askOnce(method, path, init())
      if (!AGAIN.has(status)) return { status, body }
      await pause(30)
    }
  }

  async askOnce(method: string, path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    const began = performance.now()
    const call = { what: `${method} ${path}`, began, answered: false }
    this.#calls.add(call)
    const [allowed, endedBefore] = [this.#allowed, this.#faultEnded]
    try {
      const signal = AbortSignal.timeout(LONGEST_ANSWER_MS)
      const answer = await fetch(`${this.url}/api${path}`, { ...init, method, signal })
      const text = await answer.text()
      call.answered = true
      this.#count(answer.status, began)
      const right =
        answer.status < 500 ||
        this.#allowed.includes(answer.status) ||
        (this.#faultEnded > endedBefore && allowed.includes(answer.status))
      if (!right) this.wrong.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      if (method !== 'GET' && answer.ok) this.lastWriteAt = performance.now()
      return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') this.wrong.push(`${method} ${path}: no answer within a minute`)
      this.#count(0, began)
      return { status: 0, body: undefined }
    } finally {
      this.#calls.delete(call)
    }
  }

  #count(status: number, began: number): void {
    this.answered.set(status, (this.answered.get(status) ?? 0) + 1)
    if (status) this.slowestMs = Math.max(this.slowestMs, performance.now() - began)
  }

  /** Calls that have reached the server and are not answered yet. */
  callsUnderWay(): readonly Readonly<CallUnderWay>[] {
    return [...this.#calls].filter(({ began }) => performance.now() - began > ARRIVES_MS)
  }

  /** Seconds from `since` until a write is acknowledged that was answered after it. */
  async secondsToWrite(since: number, patienceMs = 60_000): Promise<number> {
    while (this.lastWriteAt < since) {
      if (performance.now() - since > patienceMs) return Infinity
      await pause(2)
    }
    return (this.lastWriteAt - since) / 1000
  }
}
