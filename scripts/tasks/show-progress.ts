import type { Progress } from '../../src/extensions/backups/manifest.ts'
import { pathFailure } from '../../src/platform/storage/path-failure.ts'

const EVERY_MS = 200
const EVERY_MS_IN_A_LOG = 10_000

/** Progress on the standard error: one line that changes on a terminal, a line now and then in a log. */
export function showProgress(): Progress {
  const { isTTY } = process.stderr
  let last = ''
  let nextAt = 0
  return (what, done, total) => {
    const isDone = done >= total
    if (Date.now() < nextAt && !isDone && what === last) return
    if (!isTTY && isDone && what === last && Date.now() < nextAt) return
    if (isTTY && last !== '' && what !== last) process.stderr.write('\n')
    last = what
    nextAt = Date.now() + (isTTY ? EVERY_MS : EVERY_MS_IN_A_LOG)
    const percent = total > 0 ? Math.floor((100 * Math.min(done, total)) / total) : 100
    process.stderr.write(isTTY ? `\r\u001b[2K${what}: ${percent} %` : `${what}: ${percent} %\n`)
    if (isTTY && isDone) {
      process.stderr.write('\n')
      last = ''
    }
  }
}

/** The sentence for an error of one of the commands about copies. */
export function failureOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED')
    return 'The database that DATABASE_URL names does not answer. Is it running, and is the address right?'
  return pathFailure(error) ?? message
}
