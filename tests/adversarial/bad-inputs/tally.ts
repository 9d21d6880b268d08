import { LONG } from '../../support/long.ts'

/** Counts what was sent and how it was answered; the long form prints it. */
export class Tally {
  readonly #name: string
  readonly #since = Date.now()
  readonly #statuses = new Map<number, number>()
  readonly #taken = new Map<string, number>()

  constructor(name: string) {
    this.#name = name
  }

  /** An answer of this status to something of this kind. */
  count(kind: string, status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    this.#taken.set(kind, (this.#taken.get(kind) ?? 0) + Number(status < 300))
  }

  print(): void {
    if (!LONG) return
    const statuses = [...this.#statuses].sort(([one], [other]) => one - other)
    const all = statuses.reduce((sum, [, count]) => sum + count, 0)
    const refused = [...this.#taken].filter(([, taken]) => taken === 0).map(([kind]) => kind)
    process.stdout.write(
      `${this.#name}: ${all} sent in ${Math.round((Date.now() - this.#since) / 1000)} s; ` +
        `${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}` +
        `${refused.length ? `; never accepted: ${refused.join(', ')}` : ''}\n`,
    )
  }
}
