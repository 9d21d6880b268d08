export interface Rounds {
  /** Starts a round now: there may be something to do. */
  wake(): void
  /** Starts no further piece of work, and waits for the current one. */
  stop(): Promise<void>
}

/** What one round does: everything that is due, unless it is stopped. Its failures are reported. */
export interface Work {
  round(stopped: () => boolean): Promise<unknown>
  failed(error: unknown): void
  /** How often there is a round if nobody wakes it, for what other processes have left. */
  everyMs: number
}

/** Works in the background, one round at a time. */
export function startRounds({ round: work, failed, everyMs }: Work): Rounds {
  let round: Promise<void> | undefined
  let again = false
  let stopped = false

  const wake = () => {
    if (stopped) return
    again = round !== undefined
    round ??= work(() => stopped)
      .then(() => {}, failed)
      .finally(() => {
        round = undefined
        if (again) wake()
      })
  }
  const timer = setInterval(wake, everyMs).unref()
  wake()
  return {
    wake,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await round
    },
  }
}
