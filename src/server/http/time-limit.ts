/** How long a public answer may take to make: far longer than any does, shorter than people and proxies wait. */
export const ANSWER_MS = 15_000

/** What somebody asked for did not come in time. */
export class TimeLimitError extends Error {
  constructor() {
    super('This is taking too long. Please try again in a moment.')
    this.name = 'TimeLimitError'
  }
}

/**
 * The result of `work`, or a `TimeLimitError` when it does not come in time; `work` is told by its signal. What
 * never answers must not keep everybody waiting who asks after it.
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
