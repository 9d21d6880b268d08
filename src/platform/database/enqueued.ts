import type { Tx } from './connect.ts'

/** The kinds of the jobs that open transactions have enqueued: whoever runs them is woken when these have ended. */
const open = new WeakMap<Tx, Set<string>>()

export const noteEnqueued = (tx: Tx, kind: string): void => void open.get(tx)?.add(kind)

/** Announces jobs to those who listen in this process, once their transaction has ended; others look for them. */
export class Enqueued {
  readonly #listeners = new Set<(kind: string) => void>()

  listen(listener: (kind: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async during<T>(execute: (begun: (tx: Tx) => void) => Promise<T>): Promise<T> {
    const kinds = new Set<string>()
    const result = await execute((tx) => open.set(tx, kinds))
    for (const kind of kinds) for (const listener of this.#listeners) listener(kind)
    return result
  }
}
