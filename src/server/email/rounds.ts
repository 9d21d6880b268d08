import { deliverDue } from './deliver.ts'
import type { EmailResources } from './resources.ts'

/** How often the outbox is checked for emails that are due and for those inserted by other processes. */
const EVERY_MS = 5_000

export interface DeliveryRounds {
  /** Checks the outbox now: something may have been inserted. */
  wake(): void
  /** Starts no further email, and waits for the current one. */
  stop(): Promise<void>
}

/** Starts delivering in the background, one round at a time. */
export function startDelivering(resources: EmailResources): DeliveryRounds {
  let round: Promise<void> | undefined
  let again = false
  let stopped = false

  const wake = () => {
    if (stopped) return
    again = round !== undefined
    round ??= deliverDue(resources, { stopped: () => stopped })
      .then(
        () => {},
        (error: unknown) => resources.log.error({ err: error }, 'the outbox could not be read'),
      )
      .finally(() => {
        round = undefined
        if (again) wake()
      })
  }
  const timer = setInterval(wake, EVERY_MS).unref()
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
