import { join } from 'node:path'
import type { Workers, WorkerTask } from '../../platform/workers/workers.ts'
import type { ComparedParagraph, FoldedComparison } from './compare-texts.ts'

const COMPARE: WorkerTask = { module: join(import.meta.dirname, 'compare-task.ts'), timeoutMs: 15_000 }

/** What differs between two texts; unchanged paragraphs are counted. */
export type CountedComparison = (ComparedParagraph | { unchanged: number })[]

/** Compares pairs of texts, which are lists of paragraphs, in a process of its own; undefined if it gave no answer. */
export async function comparePairs(
  workers: Workers,
  pairs: readonly (readonly [before: readonly string[], after: readonly string[]])[],
): Promise<CountedComparison[] | undefined> {
  const answer = await workers.ask(COMPARE, { content: Buffer.from(JSON.stringify(pairs)) })
  if (!Array.isArray(answer)) return undefined
  return (answer as FoldedComparison[]).map((one) =>
    one.map((part) => ('folded' in part ? { unchanged: part.folded.length } : part)),
  )
}
