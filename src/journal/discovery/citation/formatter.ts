import { join } from 'node:path'
import { CITATION_STYLES, type FormattedCitations } from '../../../contract/rules/articles/citation/text.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'
import type { Item } from './item.ts'

/** A reference with a thousand authors takes half a second. Preparing the styles takes a fifth of one, and 40 MB. */
const TASK: WorkerTask = { module: join(import.meta.dirname, 'processor.ts'), timeoutMs: 5_000, isReused: true }

/** Formats a reference in each style by citeproc; null if that failed or took too long. */
export async function formatCitations(
  workers: Workers,
  item: Item,
  { isBackground = false, task = TASK }: { isBackground?: boolean; task?: WorkerTask } = {},
): Promise<FormattedCitations | null> {
  const answer = await workers.ask(task, { asked: item, isBackground })
  return isFormatted(answer) ? answer : null
}

const isFormatted = (answer: unknown): answer is FormattedCitations =>
  typeof answer === 'object' &&
  answer !== null &&
  CITATION_STYLES.every(({ id }) => {
    const text = (answer as Record<string, unknown>)[id]
    return typeof text === 'string' && text !== ''
  })
