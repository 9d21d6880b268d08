import { startRounds, type Rounds } from '../../../platform/rounds.ts'
import { makeDueVariants } from './image-variants.ts'
import type { FileResources } from './resources.ts'

/** Starts making the smaller copies of images in the background. */
export const startMakingVariants = (resources: FileResources): Rounds =>
  startRounds({
    round: (stopped) => makeDueVariants(resources, stopped),
    failed: (error) => resources.log.error({ err: error }, 'the images to re-encode could not be read'),
    everyMs: 60_000,
  })
