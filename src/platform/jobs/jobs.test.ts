import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aSignedIn, anArticle } from '../../../tests/support/builders.ts'
import { eachDatabase, planOf, type TestJournal, watchQueries } from '../../../tests/support/databases.ts'
import { connect } from '../database/connect.ts'
import { type BackgroundWork, dueWork, startBackground } from './background.ts'
import { claimJob, finishJob, JobFailure, type Job, cancelJob, enqueueJob } from './queue.ts'
import { jobWork, runDueJobs, type JobHandler } from './run.ts'

const MINUTE = 60_000
const ID = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const handler = (run: JobHandler['run'], options: Partial<JobHandler> = {}): JobHandler => ({
  ...{ kind: 'texts', pausesMs: [MINUTE, 5 * MINUTE], leaseMs: 10 * MINUTE, run },
  ...options,
})

describe('jobs', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal ??= await open()
      journal.logged.length = 0
      await journal.database.db.deleteFrom('jobs').execute()
    })
    afterEach(() => void vi.useRealTimers())
    const enqueue = (subject: string, options?: { runAfter?: string }) =>
      journal.database.transaction((tx) => enqueueJob(tx, 'texts', subject, options))
    const rows = () => journal.database.db.selectFrom('jobs').selectAll().orderBy('subject').execute()
    const claim = (at = new Date()) => claimJob(journal.database, 'texts', MINUTE, at)
    const run = (how: JobHandler, clock = () => new Date()) => runDueJobs(journal.resources, how, { clock })
    const later = (ms: number) => () => new Date(Date.now() + ms)

    test('are done once each by one of several processes, the newest first', async () => {
      const others = [1, 2, 3].map(() => connect(journal.where))
      for (let number = 0; number < 60; number++) await enqueue(ID(number))
      const done: string[] = []
      const how = handler(async ({ subject }) => {
        done.push(subject)
        await pause(1)
        return true
      })
      const all = [journal.database, ...others].map((database) => runDueJobs({ ...journal.resources, database }, how))
      const counts = await Promise.all(all)
      expect(counts.reduce((sum, count) => sum + count)).toBe(60)
      expect(done.toSorted()).toEqual(Array.from({ length: 60 }, (_, number) => ID(number)))
      expect(await rows()).toEqual([])
      await Promise.all(others.map((database) => database.close()))
    })

    test('that are under way when the program ends keep their attempts, whether they still fail or not', async () => {
      await enqueue(ID(1))
      // The end of the program ends the process that does the work.
      const failing = handler(async () => {
        throw new Error('The process was ended.')
      })
      for (let times = 0; times < 20; times++) {
        let stopping = false
        const broken = { ...failing, run: (job: Job) => ((stopping = true), failing.run(job)) }
        await runDueJobs(journal.resources, broken, { stopped: () => stopping })
      }
      expect(await rows()).toMatchObject([{ attempts: 0, failed_at: null, claim: null }])
      const endless = jobWork(
        journal.resources,
        handler(() => new Promise(() => {})),
      )
      void endless.run(() => false)
      await expect.poll(rows).toMatchObject([{ attempts: 1 }])
      await endless.atEnd!()
      expect(await rows()).toMatchObject([{ attempts: 0, failed_at: null, claim: null }])
    })

    test('are not enqueued by a transaction that fails', async () => {
      const heard: string[] = []
      const ignore = journal.database.enqueued.listen((kind) => heard.push(kind))
      const failing = journal.database.transaction(async (tx) => {
        await enqueueJob(tx, 'texts', ID(1))
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect([await rows(), heard]).toEqual([[], []])
      await enqueue(ID(1))
      expect(heard).toEqual(['texts'])
      ignore()
    })

    test('of a process that died go to another after the lease, and the dead one changes nothing any more', async () => {
      await enqueue(ID(1))
      const dead = (await claim())!
      expect(dead.attempts).toBe(1)
      expect(await claim()).toBeNull()
      const heir = (await claim(later(2 * MINUTE)()))!
      expect(heir.attempts).toBe(2)
      expect(await finishJob(journal.database.db, dead)).toBe(false)
      expect(await rows()).toHaveLength(1)
      expect(await finishJob(journal.database.db, heir)).toBe(true)
      expect(await rows()).toEqual([])
    })

    test('that are enqueued again while they run are done once more', async () => {
      await enqueue(ID(1))
      let times = 0
      const how = handler(async () => {
        if (++times === 1) await enqueue(ID(1))
        return true
      })
      expect([await run(how), times]).toEqual([2, 2])
      expect(await rows()).toEqual([])
    })

    test('that are cancelled while they run leave nothing', async () => {
      await enqueue(ID(1))
      const how = handler(async ({ subject }) => {
        await cancelJob(journal.database.db, 'texts', subject)
        throw new Error('too late')
      })
      expect(await run(how)).toBe(0)
      expect(await rows()).toEqual([])
    })

    test('that fail wait longer and longer, and are given up with a reason that an administrator reads', async () => {
      await enqueue(ID(1))
      const how = handler(() => Promise.reject(new JobFailure('The file is no text.')))
      const begun = Date.now()
      const runAt = (ms: number) => run(how, () => new Date(begun + ms))
      const attempts = async () => (await rows())[0]!.attempts
      await runAt(0)
      expect((await rows())[0]).toMatchObject({
        attempts: 1,
        claim: null,
        error: 'The file is no text.',
        failed_at: null,
      })
      await runAt(MINUTE - 1)
      expect(await attempts()).toBe(1)
      await runAt(MINUTE)
      expect(await attempts()).toBe(2)
      await runAt(6 * MINUTE - 1)
      expect(await attempts()).toBe(2)
      await runAt(6 * MINUTE)
      expect(await attempts()).toBe(3)
      expect((await rows())[0]!.failed_at).not.toBeNull()
      await run(how, later(1000 * MINUTE))
      expect((await rows())[0]!.attempts).toBe(3)
    })

    test('that would only fail again are given up at once', async () => {
      await enqueue(ID(1))
      await run(handler(() => Promise.reject(new JobFailure('It is not there.', { isFinal: true }))))
      expect((await rows())[0]).toMatchObject({ attempts: 1, failed_at: expect.any(String) })
    })

    test('that fail unexpectedly tell no secrets', async () => {
      await enqueue(ID(1))
      await run(handler(() => Promise.reject(new Error('password=hunter2'))))
      expect((await rows())[0]!.error).toBe(
        'Something went wrong that the program did not expect. The log has the details.',
      )
    })

    test('that end the program each time are given up, too', async () => {
      await enqueue(ID(1))
      for (let times = 0; times < 3; times++) await claim(later(2 * times * MINUTE)())
      let begun = 0
      await run(
        handler(async () => ++begun > 0),
        later(10 * MINUTE),
      )
      expect([begun, (await rows())[0]!.failed_at]).toEqual([0, expect.any(String)])
    })

    test.each([
      ['a day ahead', 86_400_000],
      ['a day behind', -86_400_000],
    ])('are done by a process whose clock is %s, and none is lost', async (_how, off) => {
      await enqueue(ID(1))
      const how = handler(async () => true)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
      try {
        await enqueue(ID(2))
        expect(await run(how)).toBe(2)
        await enqueue(ID(3))
      } finally {
        vi.useRealTimers()
      }
      expect(await run(how)).toBe(1)
    })

    describe('with a clock that is a year ahead for a while', () => {
      const YEAR = 365 * 24 * 60 * MINUTE
      const dueIn = async (work: BackgroundWork) => (await dueWork(journal.database.db, [work], new Date())).length > 0

      test('are tried again as soon as it is right, after a failure and after the death of their process', async () => {
        const failing = handler(async () => {
          throw new JobFailure('Not yet.')
        })
        await enqueue(ID(1))
        await run(failing, later(YEAR))
        await enqueue(ID(2))
        await claim(later(YEAR)())
        // What has a time of its own keeps it.
        await enqueue(ID(3), { runAfter: later(YEAR)().toISOString() })
        const done: string[] = []
        const how = handler(async ({ subject }) => done.push(subject) > 0)
        expect(await dueIn(jobWork(journal.resources, how))).toBe(true)
        expect(await run(how)).toBe(2)
        expect(done.toSorted()).toEqual([ID(1), ID(2)])
      })

      test('with a time of their own are due as soon as it is right, until they are enqueued again', async () => {
        vi.useFakeTimers({ toFake: ['Date'], now: later(YEAR)() })
        await enqueue(ID(1), { runAfter: later(MINUTE)().toISOString() })
        await enqueue(ID(2), { runAfter: later(MINUTE)().toISOString() })
        vi.useRealTimers()
        await enqueue(ID(2), { runAfter: later(YEAR)().toISOString() })
        const done: string[] = []
        const how = handler(async ({ subject }) => done.push(subject) > 0)
        expect(await dueIn(jobWork(journal.resources, how))).toBe(true)
        expect(await run(how)).toBe(1)
        expect(done).toEqual([ID(1)])
        expect(await dueIn(jobWork(journal.resources, how))).toBe(false)
      })

      test.each([
        ['forward', YEAR],
        ['back', -YEAR],
      ])('set %s while one is done, no second process takes it', async (_how, by) => {
        await enqueue(ID(1))
        const done: string[] = []
        const second = jobWork(
          journal.resources,
          handler(async ({ subject }) => done.push(subject) > 0),
        )
        await claim()
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
        expect(await dueIn(second)).toBe(false)
        await second.run(() => false)
        expect(done).toEqual([])
      })
    })

    test('cost the loop nothing while they wait, however many there are', async () => {
      const { db } = journal.database
      const at = '2099-01-01T00:00:00.000Z'
      const numbers = sql<{ n: number }>`(with recursive numbers (n) as
        (select 1 union all select n + 1 from numbers where n < 100000) select n from numbers)`.as('numbers')
      await db
        .insertInto('jobs')
        .columns(['kind', 'subject', 'run_after', 'created_at'])
        .expression((select) =>
          select
            .selectFrom(numbers)
            .select(({ val }) => [
              val('pictures' as const).as('kind'),
              sql<string>`'s' || n`.as('subject'),
              val(at).as('run_after'),
              val(at).as('created_at'),
            ]),
        )
        .execute()
      const works = (['pictures', 'texts'] as const).map((kind) =>
        jobWork(
          journal.resources,
          handler(async () => true, { kind }),
        ),
      )
      const asked = await watchQueries(journal.database, ({ db }) => dueWork(db, works, new Date()))
      expect(asked).toHaveLength(1)
      expect((await planOf(journal.database, asked[0]!)).join('\n')).toMatch(/jobs_due/)
      expect((await planOf(journal.database, asked[0]!)).join('\n')).not.toMatch(/SCAN jobs|Seq Scan/)
      const claiming = await watchQueries(journal.database, (database) =>
        claimJob(database, 'pictures', MINUTE, new Date()),
      )
      expect((await planOf(journal.database, claiming[0]!)).join('\n')).toMatch(/jobs_due/)
    }, 180_000)

    test('ask one question while nothing is due, and begin only what was enqueued', async () => {
      let asked = 0
      const database = {
        ...journal.database,
        db: journal.database.db.withPlugin({
          transformQuery: ({ node }) => (asked++, node),
          transformResult: ({ result }) => Promise.resolve(result),
        }),
      }
      const begun: string[] = []
      const lane = (kind: JobHandler['kind']) =>
        handler(async ({ subject }) => begun.push(`${kind} ${subject}`) > 0, { kind })
      const watched = { ...journal.resources, database }
      // It looks only when the test tells it to.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const running = startBackground(watched, [jobWork(watched, lane('texts')), jobWork(watched, lane('pictures'))])
      const isIdle = () =>
        running.states().every(({ beganAt, succeededAt }) => beganAt === null && succeededAt !== null)
      await expect.poll(isIdle).toBe(true)
      asked = 0
      // What a reviewer saves, for example, wakes nothing.
      const author = await aSignedIn(journal)
      await anArticle(journal.database, { submitter: author.user, state: 'pending' })
      await pause(50)
      expect(asked).toBe(0)
      await enqueue(ID(7))
      await expect.poll(() => begun).toEqual([`texts ${ID(7)}`])
      await running.stop()
      await enqueue(ID(8))
      await pause(20)
      expect(begun).toHaveLength(1)
    })

    test('that are lost with the database’s connection are done when it is back', async () => {
      await enqueue(ID(1))
      let isAway = true
      const db = journal.database.db.withPlugin({
        transformQuery: ({ node }) => {
          if (isAway && node.kind === 'DeleteQueryNode') throw new Error('the connection was lost')
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      })
      let times = 0
      const how = handler(async () => ++times > 0)
      const away = { ...journal.resources, database: { ...journal.database, db } }
      expect(await runDueJobs(away, how)).toBe(0)
      expect(await rows()).toHaveLength(1)
      isAway = false
      expect(await runDueJobs(away, how, { clock: later(20 * MINUTE) })).toBe(1)
      expect([times, await rows()]).toEqual([2, []])
    })

    test('of a process that is killed are done by another, once each as far as anybody can see', async () => {
      for (let number = 0; number < 30; number++) await enqueue(ID(number))
      const program = new URL('../../../tests/support/job-process.ts', import.meta.url)
      for (let kill = 0; kill < 3; kill++) {
        const child = fork(program, { env: { ...process.env, JOBS_WHERE: JSON.stringify(journal.where) } })
        await once(child, 'message')
        await pause(Math.random() * 40)
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      const done: Job[] = []
      await run(
        handler(async (job) => done.push(job) > 0),
        later(20 * MINUTE),
      )
      expect(await rows()).toEqual([])
      // The child notes each that it has finished in the same transaction.
      const noted = await journal.database.db.selectFrom('warnings_sent').select('about').execute()
      const subjects = [...noted.map(({ about }) => about), ...done.map(({ subject }) => subject)]
      expect(subjects.toSorted()).toEqual(Array.from({ length: 30 }, (_, number) => ID(number)))
      await journal.database.db.deleteFrom('warnings_sent').execute()
    }, 180_000)

    test('that were given up are listed with their reasons, and an administrator tries them again', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      const [open, hidden] = [
        await anArticle(journal.database, { state: 'public', title: 'Moss in <i>walls</i>' }),
        await anArticle(journal.database, { state: 'pending', title: 'A secret' }),
      ]
      await enqueue(open.id)
      await enqueue(hidden.id)
      await run(handler(() => Promise.reject(new JobFailure('The file is no text.', { isFinal: true }))))
      const { body } = await journal.get('/state', { as: admin })
      expect(body.failedJobs).toHaveLength(2)
      expect(body.failedJobs).toContainEqual({
        ...{ kind: 'texts', subject: open.id, attempts: 1, failedAt: expect.any(String) },
        what: 'The full text of an article could not be rendered',
        article: { id: open.id, title: 'Moss in <i>walls</i>' },
        reason: 'The file is no text.',
      })
      expect(JSON.stringify(body.failedJobs)).not.toContain('A secret')
      expect(body.findings.map(({ id }: { id: string }) => id)).toContain('given-up-texts')
      for (let times = 0; times < 2; times++) {
        const again = await journal.post('/state/jobs/retry', { kind: 'texts', subject: open.id }, { as: admin })
        expect([again.status, again.body.message]).toEqual([200, 'It is tried again now.'])
      }
      expect(await run(handler(async () => true))).toBe(1)
      expect((await journal.get('/state', { as: admin })).body.failedJobs).toHaveLength(1)
    })
  })
})
