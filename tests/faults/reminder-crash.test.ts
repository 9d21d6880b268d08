import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { connect } from '../../src/platform/database/connect.ts'
import { migratedDatabase } from '../support/fresh-database.ts'
import { times } from '../support/long.ts'
import { aCaseWithEditor, invitedTo } from '../support/review-builders.ts'

const CASES = times(40, 300)
/** How much longer the processes are left alive each time: on a slow machine too it comes to an end. */
const LONGER = times(2, 1.2)
const DAY = 24 * 3_600_000

/** Two processes at once, both killed after a time; true once one of them has come to its end. */
async function run(file: string, at: Date, killAfterMs: number): Promise<boolean> {
  const processes = [1, 2].map(() =>
    fork(join(import.meta.dirname, 'reminder-process.ts'), {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', FILE: file, AT: at.toISOString() },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const results = await Promise.all(
    processes.map(async (child) => {
      const exit = once(child, 'exit')
      let isDone = false
      child.on('message', (message) => (isDone ||= message === 'done'))
      await once(child, 'message')
      await Promise.race([exit, sleep(killAfterMs)])
      child.kill('SIGKILL')
      await exit
      return isDone
    }),
  )
  return results.includes(true)
}

test(
  `two processes that are killed again and again take each step of ${CASES} cases once`,
  async () => {
    const { where, remove } = await migratedDatabase('sqlite')
    const { file } = where as { file: string }
    const begin = new Date('2026-03-02T09:00:00Z')
    vi.useFakeTimers({ toFake: ['Date'], now: begin })
    const database = connect(where)
    for (let made = 0; made < CASES; made++)
      await invitedTo(database, await aCaseWithEditor(database), { count: 1, standby: 1 })
    vi.useRealTimers()
    await database.close()

    let kills = 0
    for (const day of [3, 9, 12]) {
      for (let patience = 20; ; patience *= LONGER) {
        if (await run(file, new Date(begin.getTime() + day * DAY), Math.random() * patience)) break
        kills++
      }
    }
    expect(kills).toBeGreaterThan(2)

    const { db, close } = connect(where)
    const states = await db.selectFrom('review_assignments').select(['state', 'rank']).execute()
    expect(states.filter(({ state }) => state === 'lapsed')).toHaveLength(CASES)
    expect(states.filter(({ state, rank }) => state === 'invited' && rank === 1)).toHaveLength(CASES)
    const emails = await db.selectFrom('outbox').select(['kind', 'recipient', 'data']).execute()
    const of = (kind: string) => emails.filter((email) => email.kind === kind)
    // One on day 3 to the first, one on day 12 to the second reviewer, and one invitation of each.
    expect(of('reviewer-reminder')).toHaveLength(2 * CASES)
    expect(of('reviewer-invitation')).toHaveLength(2 * CASES)
    expect(of('editor-reviewer-lapsed')).toHaveLength(CASES)
    const words = emails.map((email) => JSON.stringify(email))
    expect(new Set(words).size).toBe(words.length)
    await close()
    await remove()
  },
  times(360_000, 900_000),
)
