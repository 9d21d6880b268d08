import { failureOf } from './api-error.ts'

/** Limits count calls of a minute. */
const PAUSE_MS = 15_000
const PAUSES = 5

/** Makes one of many calls. If there were too many of them, it is made again once the limit allows it. */
export async function waitingOutLimits<T>(call: () => Promise<T>): Promise<T> {
  for (let pauses = 0; ; pauses++) {
    try {
      return await call()
    } catch (failure) {
      if (failureOf(failure).statusCode !== 429 || pauses === PAUSES) throw failure
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
