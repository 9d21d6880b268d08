import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aSignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'

const DAY = 86_400_000

describe('a session', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ limits: false })
    })
    afterEach(() => vi.useRealTimers())

    /** Refreshes every `step` days until it is refused; returns the day. */
    const endOf = async (step: number): Promise<number> => {
      const { refreshToken } = await aSignedIn(journal)
      const begun = Date.now()
      for (let day = step; day <= 400; day += step) {
        vi.useFakeTimers({ toFake: ['Date'], now: begun + day * DAY })
        const { status } = await journal.post('/auth/refresh', { refreshToken })
        if (status !== 200) return day
      }
      return Infinity
    }

    test('ends when it has not been used for 30 days', async () => {
      expect(await endOf(31)).toBe(31)
      expect(await endOf(29)).toBeGreaterThan(29)
    })

    test('ends after 180 days however often it is used', async () => {
      expect(await endOf(20)).toBe(180)
    })
  })
})
