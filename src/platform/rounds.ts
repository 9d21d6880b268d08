/** How the work in the background of this process gets on. */
export interface RoundsState {
  /** When the round under way began, in milliseconds since 1970; null between rounds. */
  beganAt: number | null
  /** When the last round ended as it should; null if none has. */
  succeededAt: number | null
  /** How many rounds have failed since then. */
  failures: number
}

export interface Rounds {
  /** Starts a round now: there may be something to do. */
  wake(): void
  /** Starts no further piece of work, and waits for the current one. */
  stop(): Promise<void>
  state(): RoundsState
}

/** What one round does: everything that is due, unless it is stopped. Its failures are reported. */
export interface Work {
  round(stopped: () => boolean): Promise<unknown>
  failed(error: unknown): void
  /** How often there is a round if nobody wakes it, for what other processes have left; null: never. */
  everyMs: number | null
}

/** Works in the background, one round at a time. */
export function startRounds({ round: work, failed, everyMs }: Work): Rounds {
  let round: Promise<void> | undefined
  let again = false
  let stopped = false
  const state: RoundsState = { beganAt: null, succeededAt: null, failures: 0 }

  const wake = () => {
    if (stopped) return
    again = round !== undefined
    if (round) return
    state.beganAt = Date.now()
    round = work(() => stopped)
      .then(
        () => void Object.assign(state, { succeededAt: Date.now(), failures: 0 }),
        (error: unknown) => {
          state.failures++
          failed(error)
        },
      )
      .finally(() => {
        state.beganAt = null
        round = undefined
        if (again) wake()
      })
  }
  const timer = everyMs === null ? undefined : setInterval(wake, everyMs).unref()
  wake()
  return {
    wake,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await round
    },
    state: () => ({ ...state }),
  }
}
