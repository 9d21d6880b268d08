import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { textBuilder } from '../../src/app/open.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { CurrentJournal } from '../../src/journal/settings/current-journal.ts'
import { startJournal } from '../../src/journal/settings/start.ts'
import { latestNumber } from '../../src/journal/settings/versions.ts'
import { useDefaultJournal } from '../support/default-journal.ts'
import { migratedDatabase, type FreshDatabase } from '../support/fresh-database.ts'
import { times } from '../support/long.ts'
import { brokenParts } from './published-whole.ts'

const KILLS = times(8, 100)

/** Publishes until it is killed somewhere within a publication. Answers the number of the last that was acknowledged. */
async function publishUntilKilled(
  where: FreshDatabase['where'],
  at: number,
): Promise<{ last: number; tookMs: number }> {
  const child = fork(join(import.meta.dirname, 'publishing-process.ts'), {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', WHERE: JSON.stringify(where) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  let [last, begunAt, tookMs] = [0, 0, 0]
  const published = Promise.withResolvers<void>()
  const again = Promise.withResolvers<void>()
  child.on('message', (message) => {
    if (message === 'begun') {
      begunAt = performance.now()
      if (last) again.resolve()
      return
    }
    last = message as number
    tookMs = performance.now() - begunAt
    published.resolve()
  })
  await Promise.race([again.promise, exit])
  // Anywhere within the next one, or two.
  await Promise.race([sleep(tookMs * 1.5 * at), exit])
  child.kill('SIGKILL')
  await exit
  return { last, tookMs }
}

afterAll(useDefaultJournal)

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  test.skipIf(engine === 'postgres' && inject('postgres') === null)(
    `a process that is killed at ${KILLS} points of publishing leaves the journal of before or of after, whole`,
    async () => {
      const fresh = await migratedDatabase(engine)
      const first = await (async () => {
        const database = connect(fresh.where)
        const builder = textBuilder()
        new CurrentJournal(database, builder).rule()
        await startJournal(database, builder)
        const number = await latestNumber(database.db)
        await database.close()
        return number
      })()
      const outcomes = { before: 0, after: 0 }
      for (let killed = 0; killed < KILLS; killed++) {
        const { last } = await publishUntilKilled(fresh.where, (killed + 0.5) / KILLS)
        const database = connect(fresh.where)
        try {
          const { number, broken } = await database.transaction(async (tx) => {
            // A database server may still be at the end of what the process had sent: this waits for it.
            await touchPublicSite(tx)
            return { number: await latestNumber(tx), broken: await brokenParts(tx, first) }
          })
          // What was acknowledged is there; what was not is there as a whole or not at all.
          expect(number).toBeGreaterThanOrEqual(last)
          expect(broken).toEqual([])
          outcomes[number === last ? 'before' : 'after']++
        } finally {
          await database.close()
        }
      }
      expect(outcomes.before).toBeGreaterThan(0)
      expect(outcomes.before + outcomes.after).toBe(KILLS)
      await fresh.remove()
    },
    times(300_000, 900_000),
  )
})
