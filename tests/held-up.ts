import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const RESOLUTION_MS = 5
const TRIES = 6

/**
 * How long `work` blocked the event loop: the longest pause, in milliseconds. The best of several attempts
 * counts, because a busy machine adds to it.
 */
export async function heldUp(work: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Infinity
  for (let round = 0; round < TRIES && least > enough; round++) {
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delay.enable()
    await wait(3 * RESOLUTION_MS)
    delay.reset()
    await work()
    await wait(3 * RESOLUTION_MS)
    delay.disable()
    least = Math.min(least, delay.max / 1e6)
  }
  return least
}
