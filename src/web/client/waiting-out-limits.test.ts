import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { waitingOutLimits } from './waiting-out-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a call that was one too many is made again until the minute is over, and any other failure is told at once', async () => {
  let calls = 0
  const refusing = (times: number, statusCode = 429) => {
    calls = 0
    return async () => {
      if (++calls <= times) throw new ApiError(statusCode, 'No.')
      return 'done'
    }
  }
  const fourth = waitingOutLimits(refusing(4))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([await fourth, calls]).toEqual(['done', 5])

  const never = waitingOutLimits(refusing(1_000)).catch((failure: unknown) => failure)
  await vi.advanceTimersByTimeAsync(600_000)
  expect([await never, calls]).toEqual([expect.objectContaining({ statusCode: 429 }), 6])

  await expect(waitingOutLimits(refusing(1, 400))).rejects.toThrow('No.')
  expect(calls).toBe(1)
})
