import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const SHIFTED = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href

/** Settings of a server whose clock is ahead by so much, or behind. */
export const clockOffBy = (ms: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${SHIFTED}`,
  CLOCK_OFF_MS: String(ms),
})
