import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const RESOLUTION_MS = 5
const TRIES = 12

/**
 * How long `work` blocked the event loop: the longest pause, in milliseconds. A busy machine adds to it: the best of
 * several attempts counts, and no pause is longer than the processor's time that this thread took.
 */
export async function heldUp(work: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Infinity
  for (let round = 0; round < TRIES && least > enough; round++) {
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delay.enable()
    await wait(3 * RESOLUTION_MS)
    delay.reset()
    const before = process.threadCpuUsage()
    await work()
    await wait(3 * RESOLUTION_MS)
    const { user, system } = process.threadCpuUsage(before)
    delay.disable()
    least = Math.min(least, delay.max / 1e6, (user + system) / 1e3)
  }
  return least
}
