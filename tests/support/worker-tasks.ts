import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { WorkerTask } from '../../src/platform/workers/workers.ts'

let tasks = 0

/** A task in place of the real one: the body of a function of its content and of what is asked. */
export function aTask(code: string, options: Partial<WorkerTask> = {}): WorkerTask {
  const module = join(inject('temporaryFolder'), `task-${process.pid}-${++tasks}.mjs`)
  writeFileSync(module, `export default async (content, asked) => { ${code} }`)
  return { module, timeoutMs: 5_000, ...options }
}
