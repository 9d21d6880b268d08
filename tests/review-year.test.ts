import { afterEach, describe, expect, test, vi } from 'vitest'
import { reminderWork, takeDueSteps } from '../src/journal/peer-review/cases/reminders.ts'
import { dueWork } from '../src/platform/jobs/background.ts'
import { aSignedIn } from './support/builders.ts'
import { eachDatabase } from './support/databases.ts'
import { times } from './support/long.ts'
import { expectedSteps, recountedFigures, takenSteps } from './support/review-recount.ts'
import { randomFrom } from './support/random.ts'
import { act, aWorld, breaking, DAY, submit } from './support/review-year.ts'

const SUBMISSIONS = times(20, 200)
const REVIEWERS = 30
const FIRST_DAY = Date.parse('2025-02-03T00:00:00Z')
const MINUTE = 60_000

afterEach(() => vi.useRealTimers())

describe(`a year with ${SUBMISSIONS} submissions`, () => {
  eachDatabase((open, engine) => {
    test(
      'ends every case, sends each email once, and loses and doubles no step',
      { timeout: times(600_000, 3_600_000) },
      async () => {
        const seed = Number(process.env.TEST_SEED ?? (engine === 'sqlite' ? 11 : 12))
        const random = randomFrom(seed)
        vi.useFakeTimers({ toFake: ['Date'], now: FIRST_DAY })
        const journal = await open()
        const { database } = journal
        const world = await aWorld(database, random, REVIEWERS)
        const rounds: string[] = []
        const quietly = { failed: () => {} }
        const processes = [reminderWork(journal.resources), reminderWork(journal.resources)]

        /** Rounds of two processes at once, broken off at random points, and one that is not. */
        const round = async () => {
          rounds.push(new Date().toISOString())
          const broken = breaking(database, random, 0.5)
          await Promise.all([takeDueSteps(broken, quietly), takeDueSteps(broken, quietly)])
          await Promise.all(
            processes.map(async (work) => {
              if ((await dueWork(database.db, [work], new Date())).length) await work.run(() => false)
            }),
          )
        }

        let standstill = 0
        const isOver = async () => {
          const open = await database.db
            .selectFrom('review_cases')
            .select('article_id')
            .where('closed_at', 'is', null)
            .execute()
          return open.length === 0
        }
        for (let day = 0; ; day++) {
          const yearIsOver = day > 365
          if (yearIsOver && (await isOver())) break
          expect(day).toBeLessThan(1000)
          if (standstill-- <= 0 && random() < 0.03) standstill = 1 + Math.floor(random() * 12)
          for (let part = 0; part < 2; part++) {
            vi.setSystemTime(FIRST_DAY + day * DAY + part * 12 * 60 * MINUTE + Math.floor(random() * 120) * MINUTE)
            if (standstill <= 0) await round()
            vi.setSystemTime(Date.now() + 120 * MINUTE)
            if (world.articles.length < SUBMISSIONS && random() < (1.3 * SUBMISSIONS) / 730) await submit(world)
            for (const id of world.articles) {
              vi.setSystemTime(Date.now() + 1000)
              await act(world, id, day > 500)
            }
          }
        }

        const { db } = database
        const cases = await db.selectFrom('review_cases').selectAll().execute()
        expect(cases.length).toBeGreaterThan(SUBMISSIONS / 2)
        for (const { stage } of cases) expect(['accepted', 'declined', 'withdrawn']).toContain(stage)

        const expected = await expectedSteps(database, rounds)
        expect(await takenSteps(database)).toEqual(expected)
        expect(expected.length).toBeGreaterThan(2 * SUBMISSIONS)

        // One email for each step, to one reviewer or author; no email twice.
        const emails = await db.selectFrom('outbox').selectAll().execute()
        const timed = emails.filter(({ data }) => / [+-]\d+$/.test((JSON.parse(data) as { step?: string }).step ?? ''))
        const words = timed.map(({ kind, recipient, data }) => `${kind} ${recipient} ${data}`)
        expect(words.length).toBe(new Set(words).size)
        const sendsOne = (name: string) => ['invitation', 'report', 'revision', 'proof', 'delay'].includes(name)
        expect(timed.filter(({ kind }) => !kind.startsWith('editor-'))).toHaveLength(
          expected.filter((step) => sendsOne(step.split(' ')[0]!)).length,
        )
        const once = emails
          .filter(({ kind }) => ONCE.has(kind))
          .map(({ kind, recipient, data }) => `${kind} ${recipient} ${data}`)
        expect(once.length).toBe(new Set(once).size)

        // The promise was kept, or its authors know: exactly those.
        const told = new Set(emails.filter(({ kind }) => kind === 'author-delay').map(({ article_id }) => article_id))
        expect(told).toEqual(
          new Set(expected.flatMap((step) => (step.startsWith('delay ') ? step.split(' ')[1]! : []))),
        )

        const admin = await aSignedIn(journal, { role: 'admin' })
        const { body } = await journal.get('/cases/figures', { as: admin })
        const recounted = await recountedFigures(database)
        expect(Object.keys(recounted).length).toBeGreaterThan(0)
        for (const [year, figures] of Object.entries(recounted)) {
          expect(body.years.find((each: { year: number }) => each.year === Number(year))).toMatchObject(
            figures as object,
          )
        }
        expect(body.openCases).toBe(0)
      },
    )
  })
})

/** Emails about something that happens once: each names it by its id. */
const ONCE = new Set([
  ...[
    'reviewer-invitation',
    'reviewer-second-round',
    'reviewer-thanks',
    'reviewer-copy',
    'reviewer-outcome',
    'reviewer-cancelled',
  ],
  ...[
    'reviewer-published',
    'editor-reviewer-declined',
    'editor-reviewer-lapsed',
    'editor-report',
    'editor-reports-complete',
  ],
  ...['author-decision', 'author-withdrawn', 'editor-withdrawn'],
])
