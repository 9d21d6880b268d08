import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aFile, aSignedIn, headersNow, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal, watchQueries } from '../../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../../tests/support/default-journal.ts'
import {
  aCase,
  asCaller,
  authorsConfirmed,
  decided,
  invited,
  withReports,
} from '../../../../tests/support/review-builders.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { FIELDS, fieldOf } from '../../../contract/rules/settings/fields.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { keepPromises } from '../../fees/promises.ts'
import { promisedTo } from '../../settings/promised.ts'
import { startJournal } from '../../settings/start.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { submitRevision } from './revise.ts'
import { takeDueSteps } from './reminders.ts'

const START = Date.parse('2026-03-02T09:00:00.000Z')
afterEach(() => void vi.useRealTimers())

test('Settings says of all that manuscripts are held to that those under way keep theirs', () => {
  const held = FIELDS.filter(({ key }) => /^(limits|review\.(reminders|revisionDays))\./.test(key))
  expect(held.length).toBeGreaterThan(18)
  const days = ['reviewers', 'promisedDays', 'replyDays', 'reportDays', 'keepNamesYears'].map((key) => `review.${key}`)
  for (const { key, keeps } of [...held, ...days.map((key) => fieldOf(key)!)]) {
    expect(keeps, key).toMatch(/^New manuscripts only/)
  }
})

describe('what a manuscript was promised', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: SignedIn
    beforeAll(async () => {
      journal = await open()
      await startJournal(journal.database, journal.resources.textBuilder)
      journal.resources.currentJournal.rule()
      author = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin' })
    })
    afterAll(useDefaultJournal)
    const db = () => journal.database.db
    const dayIs = (day: number) => vi.useFakeTimers({ toFake: ['Date'], now: START + day * DAY_MS })
    const get = async (path: string, as = editor) =>
      (await journal.get(path, { as: await headersNow(journal, as) })).body
    const publish = async (values: object) => {
      const { version } = await get('/settings')
      const { status, text } = await journal.post(
        '/settings/versions',
        { values, base: version },
        { as: await headersNow(journal, editor) },
      )
      expect(status, text).toBeLessThan(300)
      // An edition is read with the next request.
      await get('/settings')
    }
    /** A manuscript that arrives now; `isWritten`: with what is written down since the journal does so. */
    const arrives = async (isWritten = true): Promise<string> => {
      const at = new Date().toISOString()
      const { id } = await journal.resources.currentJournal.withLatest(() =>
        aCase(journal.database, { submitter: author.user, created_at: at }),
      )
      if (isWritten) await journal.database.transaction((tx) => keepPromises(tx, id, at))
      return id
    }
    const screeningIsLate = async (id: string): Promise<boolean> => {
      const { lines } = await get('/cases')
      return lines.find(({ articleId }: { articleId: string }) => articleId === id).alert
    }
    const emailsAbout = async (id: string) =>
      (await db().selectFrom('outbox').select(['kind', 'data']).where('article_id', '=', id).execute()).map(
        ({ kind }) => kind,
      )

    test('stays when Settings change: on Today, in reminders and on its author’s page', async () => {
      dayIs(0)
      await publish({ 'review.reminders.screening': [6, 9], 'review.promisedDays': 42 })
      const [old, older] = [await arrives(), await arrives(false)]
      dayIs(1)
      await publish({
        ...{ 'review.reminders.screening': [2, 4], 'review.promisedDays': 30, 'review.reviewers': 3 },
        ...{ 'limits.complaintWeeks': 9, 'limits.titleWords': 12, 'review.replyDays': 5 },
      })
      const fresh = await arrives()
      dayIs(4)
      expect(await Promise.all([old, older, fresh].map(screeningIsLate))).toEqual([false, false, true])
      await takeDueSteps(journal.database)
      expect(await emailsAbout(old)).toEqual([])
      expect(await emailsAbout(older)).toEqual([])
      expect(await emailsAbout(fresh)).toContain('editor-screening-late')
      dayIs(6)
      expect(await Promise.all([old, older].map(screeningIsLate))).toEqual([true, true])
      const received = (day: number) => dayOf(new Date(START + day * DAY_MS))
      for (const [id, promisedOn, complaintWeeks] of [
        [old, addDays(received(0), 42), 4],
        [older, addDays(received(0), 42), 4],
        [fresh, addDays(received(1), 30), 9],
      ] as const) {
        expect(await get(`/manuscripts/${id}`, author)).toMatchObject({ promisedOn, complaintWeeks })
      }
      expect((await get(`/cases/${old}`)).checks.limits.titleWords).toBe(25)
      expect((await get(`/cases/${fresh}`)).checks.limits.titleWords).toBe(12)
      expect(await get(`/cases/${old}/candidates`)).toMatchObject({ wanted: 2, replyDays: 7 })
      expect(await get(`/cases/${fresh}/candidates`)).toMatchObject({ wanted: 3, replyDays: 5 })
    })

    test('proposes days for an invitation that it takes, whatever was published before there were limits', async () => {
      const days = (replyDays: number, reportDays: number) => ({
        ...{ 'review.replyDays': replyDays, 'review.reportDays': reportDays },
      })
      const id = await arrives()
      const proposed = async (promised: object) => {
        await db()
          .updateTable('manuscript_promises')
          .set({ promised: JSON.stringify(promised) })
          .where('article_id', '=', id)
          .execute()
        const { replyDays, reportDays } = await get(`/cases/${id}/candidates`)
        return [replyDays, reportDays]
      }
      expect(await proposed(days(60, 180))).toEqual([14, 21])
      expect(await proposed(days(1, 1))).toEqual([3, 7])
      const { version: base } = await get('/settings')
      for (const values of [days(15, 21), days(14, 22), days(2, 7), days(3, 6)]) {
        const as = await headersNow(journal, editor)
        expect((await journal.post('/settings/versions', { values, base }, { as })).status).toBe(400)
      }
    })

    test('is how many reports are awaited, and when an invitation ends', async () => {
      dayIs(10)
      await publish({ 'review.reviewers': 1, 'review.reminders.lapse': 20, 'review.reminders.invitation': [3, 15] })
      const old = await arrives()
      await invited(journal.database, asCaller(editor), old, { count: 1 })
      await publish({ 'review.reviewers': 2, 'review.reminders.lapse': 9, 'review.reminders.invitation': [3, 5] })
      dayIs(11)
      const lineOf = async (id: string) =>
        (await get('/cases')).lines.find(({ articleId }: { articleId: string }) => articleId === id)
      expect((await lineOf(old)).reports).toEqual({ in: 0, of: 1 })
      expect((await lineOf(old)).system).toMatch(/^Reminder/)
      dayIs(22)
      await takeDueSteps(journal.database)
      const state = async () =>
        (await db().selectFrom('review_assignments').select('state').where('article_id', '=', old).execute())[0]!.state
      expect(await state()).toBe('invited')
      dayIs(31)
      await takeDueSteps(journal.database)
      expect(await state()).toBe('lapsed')
    })

    test('begins again with the days of a manuscript that was returned', async () => {
      dayIs(40)
      await publish({ 'review.promisedDays': 20 })
      const id = await arrives()
      await publish({ 'review.promisedDays': 60 })
      await authorsConfirmed(journal.database, id)
      await decided(journal.database, asCaller(editor), id, 'return')
      dayIs(45)
      const file = await aFile(journal.database, { owner: author.user })
      await journal.database.transaction((tx) =>
        submitRevision(tx, asCaller(author), { articleId: id, files: [fileUrl(file)], reply: 'Done.' }),
      )
      const { promisedOn } = await get(`/manuscripts/${id}`, author)
      expect(promisedOn).toBe(addDays(dayOf(new Date()), 20))
    })

    test('is the fee that the letter of acceptance names', async () => {
      dayIs(50)
      await publish({ 'fees.local.amount': 'PKR 11,000' })
      const id = await arrives()
      await publish({ 'fees.local.amount': 'PKR 22,000' })
      const newer = await arrives()
      const letterOf = async (manuscript: string): Promise<string> => {
        await withReports(journal.database, asCaller(editor), manuscript)
        const { choices } = await get(`/cases/${manuscript}/decisions/prepare`)
        return choices.find(({ kind }: { kind: string }) => kind === 'accept').letter
      }
      expect(await letterOf(id)).toContain('PKR 11,000')
      expect(await letterOf(newer)).toContain('PKR 22,000')
    })

    test('is read for many by as many queries as for one', async () => {
      const ids = [await arrives(), await arrives(false), await arrives()]
      const asked = (some: string[]) => watchQueries(journal.database, (database) => promisedTo(database.db, some))
      expect((await asked(ids)).length).toBe((await asked([ids[0]!])).length)
      expect((await asked(ids)).length).toBe(2)
      expect(await promisedTo(db(), [])).toEqual(new Map())
    })
  })
})
