import { fork } from 'node:child_process'
import { join } from 'node:path'
import { API_PREFIX } from '../src/contract/rules/site/path-roots.ts'

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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)]

/** Three figures: 0.0213, 1.74, 250. */
export const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))

/** A ratio's median with the smallest and the largest: '1.74 (1.69–1.8)'. */
export const ratio = (values: readonly number[]): string =>
  `${figure(median(values))} (${range(values).map(figure).join('–')})`

/** The ids of public articles, newest first, as the public list names them. */
export async function publicIds(url: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < count; page++) {
    const answer = await fetch(`${url}${API_PREFIX}/posts/published?limit=100&page=${page}`)
    const { data } = (await answer.json()) as { data: { id: string }[] }
    if (!data.length) break
    ids.push(...data.map(({ id }) => id))
  }
  return ids.slice(0, count)
}

export const newestArticle = async (url: string): Promise<string> => (await publicIds(url, 1))[0]!

/** A page as browsers ask for it. */
export const asBrowsers = (path: string): Asked => ({ path, headers: { 'accept-encoding': 'gzip, deflate, br' } })

/** Addresses as readers open them: the home page, the first lists, and these articles. */
export const readPages = (ids: string[]): Asked[] =>
  ['/', '/blog', '/blog?page=2', '/blog?page=3', '/archived', '/categories', ...ids.map((id) => `/blog/${id}`)].map(
    asBrowsers,
  )
