import { deliverDue } from './deliver.ts'
import type { EmailResources } from './resources.ts'

/** How often the outbox is looked at: for mails whose time has come, and those that other processes wrote. */
const EVERY_MS = 5_000

export interface DeliveryRounds {
  /** Looks at the outbox now: something may have been written. */
  wake(): void
  /** Begins no further mail, and waits for the one under way. */
  stop(): Promise<void>
}

/** Delivers in the background from now on, one round at a time. */
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
