/**
 * Loaded before a journal under test (`--import`): what another process has written is looked for often. A journal looks
 * every few seconds; tests that write to its database directly would wait for that each time.
 */
import { LOOK_EVERY_MS } from '../../src/platform/jobs/background.ts'

const every = globalThis.setInterval
const OFTEN_MS = 200

globalThis.setInterval = ((work: () => void, ms?: number, ...rest: []) =>
  every(work, ms === LOOK_EVERY_MS ? OFTEN_MS : ms, ...rest)) as typeof setInterval
