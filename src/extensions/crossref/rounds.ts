import { startRounds, type Rounds } from '../../platform/rounds.ts'
import { deliverDeposits } from './deliver.ts'
import type { CrossrefResources } from './resources.ts'

/** Starts depositing in the background. */
export const startDepositing = (resources: CrossrefResources): Rounds =>
  startRounds({
    round: (stopped) => deliverDeposits(resources, { stopped }),
    failed: (error) => resources.log.error({ err: error }, 'the deposits could not be read'),
    everyMs: 15_000,
  })
