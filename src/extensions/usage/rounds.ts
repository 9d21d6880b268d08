import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { startRounds, type Rounds } from '../../platform/rounds.ts'
import { keepUsage } from './keep-usage.ts'
import type { UsageResources } from './resources.ts'
import { renewTotals } from './totals.ts'

/** A process that is killed loses what it has counted in this time. */
const EVERY_MS = 10_000

/** Starts storing what has been counted, and once a day what the articles' pages show. */
export function startKeepingUsage(resources: UsageResources): Rounds {
  const { database, usageCounter, log } = resources
  let renewed = ''
  const failed = (error: unknown) => log.error({ err: error }, 'the use of articles could not be stored')
  const rounds = startRounds({
    round: async () => {
      await keepUsage(database, usageCounter)
      const yesterday = addDays(dayOf(new Date()), -1)
      if (renewed === yesterday) return
      await renewTotals(database, yesterday)
      renewed = yesterday
    },
    failed,
    everyMs: EVERY_MS,
  })
  return {
    ...rounds,
    // Other calls that write have nothing to do with it.
    wake: () => {},
    stop: async () => {
      await rounds.stop()
      await keepUsage(database, usageCounter).catch(failed)
    },
  }
}
