import { startRounds, type Rounds } from '../rounds.ts'
import { deliverDue } from './deliver.ts'
import type { EmailResources } from './resources.ts'

/** Starts delivering in the background. */
export const startDelivering = (resources: EmailResources): Rounds =>
  startRounds({
    round: (stopped) => deliverDue(resources, { stopped }),
    failed: (error) => resources.log.error({ err: error }, 'the outbox could not be read'),
    everyMs: 5_000,
  })
