import { fork } from 'node:child_process'
import { join } from 'node:path'
import { percentile } from './numbers.ts'

export interface Asked {
  path: string
  headers?: Record<string, string>
  /** The status that is right; 200 unless said otherwise. */
  status?: number
}

export interface Job {
  origin: string
  requests: Asked[]
  connections: number
  /** The requests are sent in turn for as long; without it each of them once. */
  seconds?: number
}

export interface Outcome {
  requests: number
  bytes: number
  seconds: number
  times: number[]
  wrong: [what: string, times: number][]
}

export interface Loaded {
  requests: number
  /** Of the bodies of one answer, on average. */
  bytesEach: number
  perSecond: number
  /** In milliseconds. */
  p50: number
  p99: number
}

export type Load = (job: Job) => Promise<Loaded>

/** A process that sends requests. Any error, and any other status than the right one, fails the job. */
export function startDriver(): { load: Load; stop: () => void } {
  const driver = fork(join(import.meta.dirname, 'driver.ts'), { serialization: 'advanced' })
  driver.unref()
  return {
    load: async (job) => {
      const answer = await new Promise<Outcome | { failure: string }>((resolve, reject) => {
        const ended = () => reject(new Error('The process that sends the requests has ended.'))
        driver.once('exit', ended)
        driver.once('message', (outcome) => {
          driver.off('exit', ended)
          resolve(outcome as Outcome)
        })
        driver.send(job)
      })
      if ('failure' in answer) throw new Error(answer.failure)
      if (answer.wrong.length) throw new Error(answer.wrong.map(([what, times]) => `${times} × ${what}`).join(', '))
      return {
        requests: answer.requests,
        bytesEach: answer.bytes / answer.requests,
        perSecond: answer.requests / answer.seconds,
        p50: percentile(answer.times, 0.5),
        p99: percentile(answer.times, 0.99),
      }
    },
    stop: () => driver.disconnect(),
  }
}
