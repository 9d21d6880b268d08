import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { aSignedIn } from '../../tests/support/builders.ts'
import { eachDatabase } from '../../tests/support/databases.ts'
import { BACKGROUND_WORK } from '../contract/rules/health/job-kinds.ts'
import { LOOK_EVERY_MS, startBackground } from '../platform/jobs/background.ts'
import { enqueueJob } from '../platform/jobs/queue.ts'
import { backgroundWork } from './background-work.ts'

eachDatabase((open) => {
  test('an idle journal is asked one question every few seconds, and writes that concern nothing wake nothing', async () => {
    const journal = await open()
    const asked: string[] = []
    const database = {
      ...journal.database,
      db: journal.database.db.withPlugin({
        transformQuery: ({ node }) => (asked.push(node.kind), node),
        transformResult: ({ result }) => Promise.resolve(result),
      }),
    }
    const resources = { ...journal.resources, database, mailer: { send: async () => {} }, crossref: {} as never }
    // What a process does at its own times, whatever is due.
    const byTheClock = ['heartbeat', 'usage', 'sweeping', 'report', 'missed', 'moving']
    const works = backgroundWork(resources, '/nowhere').filter(({ kind }) => !byTheClock.includes(kind))
    expect(works.filter(({ isDue, everyMs }) => !isDue || everyMs)).toEqual([])
    expect(works.map(({ kind }) => kind).sort()).toEqual(
      Object.keys(BACKGROUND_WORK)
        .filter((kind) => !byTheClock.includes(kind))
        .sort(),
    )
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const background = startBackground(resources, works)
      const settled = async () => {
        // Each kind has found nothing, or nothing more, to do.
        const isBusy = () =>
          background.states().some(({ beganAt, succeededAt }) => beganAt !== null || succeededAt === null)
        for (let before = -1; before !== asked.length || isBusy(); await pause(100)) before = asked.length
      }
      await settled()
      asked.length = 0
      // As a draft that is saved, for example.
      await aSignedIn(journal)
      await settled()
      expect(asked).toEqual([])
      for (let time = 0; time < 3; time++) {
        vi.advanceTimersByTime(LOOK_EVERY_MS)
        await settled()
      }
      expect(asked).toEqual(['RawNode', 'RawNode', 'RawNode'])
      expect(background.states().filter(({ failures }) => failures)).toEqual([])
      await journal.database.transaction((tx) => enqueueJob(tx, 'citations', 'nothing'))
      await settled()
      expect(await journal.database.db.selectFrom('jobs').selectAll().execute()).toEqual([])
      await background.stop()
    } finally {
      vi.useRealTimers()
    }
  })
})
