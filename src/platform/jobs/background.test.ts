import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openTestJournal } from '../../../tests/support/databases.ts'
import { noteEnqueued } from '../database/enqueued.ts'
import { LOOK_EVERY_MS, startBackground } from './background.ts'

afterEach(() => vi.useRealTimers())

test('work that fails is begun again later and later, and stays a failure until it ends well', async () => {
  const journal = await openTestJournal('sqlite')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  let runs = 0
  let isBroken = true
  const background = startBackground(journal.resources, [
    {
      kind: 'emails',
      run: async () => {
        runs++
        if (isBroken) throw new Error('broken')
      },
      isDue: () => sql`1 = 1`,
    },
  ])
  const look = async () => {
    vi.advanceTimersByTime(LOOK_EVERY_MS)
    await pause(30)
  }
  const failures = () => background.states()[0]!.failures
  await expect.poll(() => [runs, failures()]).toEqual([1, 1])
  await look()
  expect(runs).toBe(1)
  await look()
  await expect.poll(() => [runs, failures()]).toEqual([2, 2])
  // Never longer than a minute.
  for (let times = 0; times < 200; times++) {
    vi.advanceTimersByTime(LOOK_EVERY_MS)
    await pause(1)
  }
  expect(runs).toBeGreaterThan(10)
  expect(runs).toBeLessThan(30)
  // What this process enqueues is not put off.
  isBroken = false
  const before = runs
  await journal.database.transaction(async (tx) => noteEnqueued(tx, 'emails'))
  await expect.poll(() => runs).toBe(before + 1)
  await expect.poll(failures).toBe(0)
  await background.stop()
  await journal.close()
})
