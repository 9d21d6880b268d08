import { MINUTE_MS } from '../../contract/rules/text/dates.ts'

/** Less is what a time server mends by and by. */
const JUMP_MS = MINUTE_MS / 2

interface Clocks {
  /** What the machine says, which is set again at times. */
  wall?: () => number
  /** What goes on evenly, whatever the machine says. */
  steady?: () => number
}

/**
 * Notices that the machine's clock has been set, or that the machine has slept. For a while afterwards the time of a claim says
 * nothing about whether the process that has it is alive: what it works on must not be taken over.
 */
export function watchClock({ wall = () => Date.now(), steady = () => performance.now() }: Clocks = {}) {
  let difference = wall() - steady()
  let jumpedAt = -Infinity
  return {
    /** To be asked often: a jump is noticed by what was seen before. */
    jumpedWithin(ms: number): boolean {
      const seen = wall() - steady()
      if (Math.abs(seen - difference) > JUMP_MS) jumpedAt = steady()
      difference = seen
      return steady() - jumpedAt < ms
    },
  }
}
