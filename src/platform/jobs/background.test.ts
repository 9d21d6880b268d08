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

test('work that failed with a clock a year ahead is begun as soon as the clock is right', async () => {
  const journal = await openTestJournal('sqlite')
  const year = 365 * 86_400_000
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() + year })
  let runs = 0
  const run = async () => {
    if (runs++ === 0) throw new Error('broken')
  }
  const background = startBackground(journal.resources, [{ kind: 'emails', run, isDue: () => sql`1 = 1` }])
  await expect.poll(() => background.states()[0]!.failures).toBe(1)
  vi.setSystemTime(Date.now() - year)
  vi.advanceTimersByTime(LOOK_EVERY_MS)
  await expect.poll(() => runs).toBeGreaterThan(1)
  await background.stop()
  await journal.close()
})
