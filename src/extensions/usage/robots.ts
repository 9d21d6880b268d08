import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isbot } from 'isbot'

/** Longer names of programs are robots', or attacks on the patterns below. */
const LONGEST = 1_000
const MOST_REMEMBERED = 2_000

/** The patterns of COUNTER's list as one. It takes the phones of this maker for robots. */
const LISTED = new RegExp(
  (JSON.parse(readFileSync(join(import.meta.dirname, 'counter-robots.json'), 'utf8')) as string[]).join('|'),
  'i',
)
const PHONES = /\bcubot\b/gi

const known = new Map<string, boolean>()

/**
 * True for the programs that COUNTER does not count: those on its official list, newer ones that `isbot` knows, and
 * those that do not say their name. `userAgent` is the header.
 */
export function isRobot(userAgent: string | undefined): boolean {
  if (!userAgent || userAgent.length > LONGEST) return true
  let answer = known.get(userAgent)
  if (answer === undefined) {
    const name = userAgent.replace(PHONES, '')
    answer = LISTED.test(name) || isbot(name)
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(userAgent, answer)
  }
  return answer
}
