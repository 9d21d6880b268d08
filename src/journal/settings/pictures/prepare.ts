import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PICTURE_UNREADABLE } from '../../../contract/rules/settings/pictures.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'
import type { Asked, Prepared } from './prepare-task.ts'

const TASK: WorkerTask = { module: join(import.meta.dirname, 'prepare-task.ts'), timeoutMs: 20_000 }

/** Makes a picture of what someone has chosen, in a process of its own. */
export async function preparePicture(
  workers: Workers,
  content: Uint8Array | (() => Readable),
  asked: Asked,
): Promise<Prepared> {
  const answer = await workers.ask(TASK, { content, asked })
  return isPrepared(answer) ? answer : { fault: PICTURE_UNREADABLE }
}

/** The process has read what a stranger may have made. */
function isPrepared(answer: unknown): answer is Prepared {
  const { fault, content, width, height, ground } = (answer ?? {}) as Record<string, unknown>
  if (typeof fault === 'string') return true
  const isSide = (side: unknown) => Number.isInteger(side) && (side as number) > 0 && (side as number) < 10_000
  return (
    content instanceof Uint8Array &&
    content.length > 0 &&
    isSide(width) &&
    isSide(height) &&
    (ground === null || ground === 'light' || ground === 'dark')
  )
}
