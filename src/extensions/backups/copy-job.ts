import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { CopiedSource } from './resources.ts'

export interface CopyJob {
  source: CopiedSource
  file: string
  /** Made, used for the test, and removed. */
  testFolder: string
}
export type CopyDone =
  /** `faults`: how many things are wrong in the journal itself, which the copy has as they are. */
  { bytes: number; sha256: string; faults: number } | { failure: string }

export type RunJob = (job: CopyJob, stop: AbortSignal) => Promise<CopyDone>

const PROGRAM = join(import.meta.dirname, 'copy-process.ts')

/** Makes and tests a copy in a process of its own, so that requests wait for none of it. */
export const runInProcess: RunJob = (job, stop) =>
  new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [], {
      // No settings are inherited; programs on Windows do not start without this one.
      env: { SystemRoot: process.env.SystemRoot },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal: stop,
      killSignal: 'SIGKILL',
    })
    let done: CopyDone | undefined
    child.on('message', (message: CopyDone) => (done = message))
    child.on('error', reject)
    child.on('exit', () => resolve(done ?? { failure: 'The process that makes copies ended without an answer.' }))
    child.send(job)
  })
