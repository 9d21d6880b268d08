/**
 * The time limit for producing a public response: far longer than any takes, shorter than people and proxies
 * wait.
 */
export const ANSWER_MS = 15_000

/** A time limit was exceeded. */
export class TimeLimitError extends Error {
  constructor() {
    super('This is taking too long. Please try again in a moment.')
    this.name = 'TimeLimitError'
  }
}

/**
 * The result of `work`, or a `TimeLimitError` after the limit, which also aborts the signal of `work`. A
 * stuck operation must not block every later request for the same resource.
 */
export async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitError()
      reject(error)
      stop.abort(error)
    }, ms)
  })
  try {
    return await Promise.race([work(stop.signal), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
