/** The kinds of the jobs that open transactions have enqueued: their loop is woken when these have ended. */
const open = new WeakMap<object, Set<string>>()

export const noteEnqueued = (tx: object, kind: string): void => void open.get(tx)?.add(kind)

/** Announces jobs to those who listen in this process, once their transaction has ended; others look for them. */
export class Enqueued {
  readonly #listeners = new Set<(kind: string) => void>()

  listen(listener: (kind: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async during<T>(execute: (begun: (tx: object) => void) => Promise<T>): Promise<T> {
    const kinds = new Set<string>()
    const result = await execute((tx) => open.set(tx, kinds))
    for (const kind of kinds) for (const listener of this.#listeners) listener(kind)
    return result
  }
}
