import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { breakingAt } from '../../../../tests/support/review-year.ts'
import {
  aCaseWithEditor,
  agreed,
  decided,
  invited,
  invitedTo,
  reported,
} from '../../../../tests/support/review-builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import { openSmtpServer, type SmtpServer } from '../../../../tests/support/smtp-server.ts'
import { times } from '../../../../tests/support/long.ts'
import { publicFigures } from '../statistics/handlers.ts'
import { deliverDue } from '../../../platform/email/deliver.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { extend, remindReviewer, writeToReviewer } from '../case/assignments.ts'
import { undoDecision } from './decide.ts'
import { forgetReviewersOfOldCases, removeOldDrafts } from './expiry.ts'
import { dueWork } from '../../../platform/jobs/background.ts'
import { remind, SeenCases, takeDueSteps } from './reminders.ts'
import { declineToReview } from './respond.ts'
import { lockAssignment } from './assignments.ts'

const DAY = 24 * 3_600_000
const START = Date.parse('2026-03-02T09:00:00Z')
const dayAfter = (days: number) => addDays('2026-03-02', days)

describe('the timetable of a case', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: START })
      journal = await open()
    })
    afterEach(() => vi.useRealTimers())

    const moveTo = (days: number, minutes = 0) => vi.setSystemTime(START + days * DAY + minutes * 60_000)
    const round = () => takeDueSteps(journal.database)
    const emails = async (...kinds: string[]) => {
      const rows = await journal.database.db
        .selectFrom('outbox')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.filter(({ kind }) => kinds.includes(kind))
    }
    const count = async (kind: string) => (await emails(kind)).length

    test('sends each step once, whether rounds are many or few, and whatever the clock does', async () => {
      const one = await aCaseWithEditor(journal.database)
      const [asked] = await invited(journal.database, one.editor, one.articleId, { count: 1 })
      for (const day of [0, 1, 2.5, 3, 2, 0, 3]) {
        moveTo(day)
        await round()
      }
      expect(await count('reviewer-reminder')).toBe(1)
      // A jump over day 5, and back.
      for (const day of [6, 4, 3, 6, 6.5]) {
        moveTo(day)
        await Promise.all([round(), round()])
      }
      expect(await count('reviewer-reminder')).toBe(2)
      moveTo(40)
      await Promise.all([round(), round()])
      expect(await count('editor-reviewer-lapsed')).toBe(1)
      // A month back, a year ahead, and right again, in one process at first.
      for (const day of [1, -30, 365, 0, 41]) {
        moveTo(day)
        await Promise.all([round(), round()])
      }
      expect(await count('reviewer-reminder')).toBe(2)
      expect(await count('editor-reviewer-lapsed')).toBe(1)
      const row = await journal.database.db
        .selectFrom('review_assignments')
        .selectAll()
        .where('id', '=', asked!.id)
        .executeTakeFirst()
      expect(row).toMatchObject({ state: 'lapsed', close_reason: 'no-answer' })
    })

    test.each([1, 3, 30])('sends of what was missed in %i days only the newest', async (jump) => {
      const one = await aCaseWithEditor(journal.database)
      const [first] = await invited(journal.database, one.editor, one.articleId, { count: 1 })
      moveTo(1)
      await agreed(journal.database, first!.id, { dueOn: dayAfter(15) })
      moveTo(14)
      await round()
      expect(await count('reviewer-report-due')).toBe(1)
      moveTo(14 + jump)
      await round()
      await round()
      expect(await count('reviewer-report-due')).toBe(2)
      expect(await count('editor-report-overdue')).toBe(jump >= 4 ? 1 : 0)
      const { data } = (await emails('reviewer-report-due'))[1]!
      const step = { 1: '+0', 3: '+0', 30: '+7' }[jump]
      expect(JSON.parse(data)).toMatchObject({ step: `report ${dayAfter(15)} ${step}` })
      const passed = await journal.database.db
        .selectFrom('review_reminders')
        .selectAll()
        .where('sent_at', 'is', null)
        .execute()
      expect(passed.map((row) => row.step)).toEqual(
        jump === 30 ? expect.arrayContaining([`report ${dayAfter(15)} +0`, `report ${dayAfter(15)} +3`]) : [],
      )
    })

    test('ends an invitation and invites the next on standby in one transaction', async () => {
      const one = await aCaseWithEditor(journal.database)
      await invited(journal.database, one.editor, one.articleId, { count: 1, standby: 2 })
      moveTo(9)
      const states = async () => {
        const rows = await journal.database.db
          .selectFrom('review_assignments')
          .select('state')
          .orderBy('rank')
          .execute()
        return rows.map(({ state }) => state)
      }
      // Broken off before each of its queries, one after the other.
      for (let query = 0; ; query++) {
        let isBroken = false
        await takeDueSteps(
          breakingAt(journal.database, () => query),
          { failed: () => (isBroken = true) },
        )
        if (!isBroken) break
        expect(await states()).toEqual(['invited', 'standby', 'standby'])
        expect(await count('editor-reviewer-lapsed')).toBe(0)
        expect(query).toBeLessThan(100)
      }
      expect(await states()).toEqual(['lapsed', 'invited', 'standby'])
      expect(await count('reviewer-invitation')).toBe(2)
      expect(await count('reviewer-reminder')).toBe(0)
    })

    test('a failure in one case does not stop the others', async () => {
      const cases = [await aCaseWithEditor(journal.database), await aCaseWithEditor(journal.database)].map(
        ({ articleId }) => articleId,
      )
      moveTo(5)
      const failed: string[] = []
      const { database } = journal
      const failing = {
        ...database,
        transaction: ((work) =>
          database.transaction((tx) => {
            if (!failed.length) throw new Error('away')
            return work(tx)
          })) as typeof database.transaction,
      }
      await takeDueSteps(failing, { failed: (_error, articleId) => failed.push(articleId) })
      expect(failed).toHaveLength(1)
      const sent = await emails('editor-screening-late')
      expect(new Set(sent.map(({ article_id }) => article_id))).toEqual(new Set(cases.filter((id) => id !== failed[0])))
    })

    test('tells of the delay on the promised day exactly those authors who have no decision', async () => {
      const { database } = journal
      const [inScreening, inReview, decidedInTime, declinedUnread, undone, returned] = [
        await aCaseWithEditor(database),
        await aCaseWithEditor(database),
        await aCaseWithEditor(database),
        await aCaseWithEditor(database),
        await aCaseWithEditor(database),
        await aCaseWithEditor(database),
      ]
      for (const each of [inReview, decidedInTime, undone]) await invited(database, each.editor, each.articleId)
      moveTo(20)
      await decided(database, decidedInTime.editor, decidedInTime.articleId, 'minor', {
        exceptionReason: 'A special case.',
        releases: [],
        revisionDueOn: dayAfter(34),
      })
      await decided(database, declinedUnread.editor, declinedUnread.articleId, 'decline', {
        exceptionReason: 'A special case.',
        releases: [],
      })
      await decided(database, returned.editor, returned.articleId, 'return', {
        exceptionReason: 'A special case.',
        releases: [],
        revisionDueOn: dayAfter(62),
      })
      const wrong = await decided(database, undone.editor, undone.articleId, 'decline', {
        exceptionReason: 'A special case.',
        releases: [],
      })
      await database.transaction((tx) =>
        undoDecision(tx, undone.editor, { articleId: undone.articleId, decisionId: wrong.id }),
      )
      moveTo(41, 14 * 60)
      await round()
      expect(await count('author-delay')).toBe(0)
      moveTo(42)
      await round()
      await round()
      moveTo(60)
      await round()
      const told = await emails('author-delay')
      expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
        [inScreening, inReview, undone].map(({ author }) => author.email).toSorted(),
      )
      const rows = await database.db
        .selectFrom('review_cases')
        .select('article_id')
        .where('delay_told_at', 'is not', null)
        .execute()
      expect(rows).toHaveLength(3)
    })

    test('reminds of a revision, a proof and an appeal those who can act', async () => {
      const { database } = journal
      const one = await aCaseWithEditor(database)
      await invited(database, one.editor, one.articleId)
      const { id } = await decided(database, one.editor, one.articleId, 'minor', {
        exceptionReason: 'A special case.',
        releases: [],
        revisionDueOn: dayAfter(14),
      })
      moveTo(7)
      await round()
      expect(await emails('author-revision-due')).toMatchObject([{ recipient: one.author.email, decision_id: id }])

      const other = await aCaseWithEditor(database)
      await invited(database, other.editor, other.articleId)
      await decided(database, other.editor, other.articleId, 'accept', {
        exceptionReason: 'A special case.',
        releases: [],
      })
      const { file_id } = await database.db
        .selectFrom('article_files')
        .select('file_id')
        .where('article_id', '=', other.articleId)
        .executeTakeFirstOrThrow()
      const proof = {
        id: newId(),
        article_id: other.articleId,
        file_id,
        sent_at: new Date().toISOString(),
        sent_by: 'editor',
        due_on: dayAfter(10),
      }
      await database.db
        .insertInto('proofs')
        .values({ ...proof, answer: null, corrections: null, answered_at: null })
        .execute()
      moveTo(9)
      await round()
      expect(await emails('author-proof-due')).toMatchObject([{ recipient: other.author.email }])

      const third = await aCaseWithEditor(database)
      const { id: decisionId } = await decided(database, third.editor, third.articleId, 'decline', {
        exceptionReason: 'A special case.',
        releases: [],
      })
      const handler = await aCaseWithEditor(database)
      const grievance = (handlerId: string | null) => ({
        ...{ id: newId(), kind: 'appeal' as const, article_id: third.articleId, decision_id: decisionId, text: 'No.' },
        ...{ sent_by: third.author.id, sent_at: new Date().toISOString(), due_on: dayAfter(37), handler_id: handlerId },
        ...{ outcome: null, answer: null, answered_at: null },
      })
      await database.db
        .insertInto('grievances')
        .values([grievance(handler.editor.userId), grievance(null)])
        .execute()
      moveTo(30)
      await round()
      const due = await emails('editor-appeal-due')
      const administrators = await database.db
        .selectFrom('users')
        .select(['id', 'email'])
        .where('role', '=', 'admin')
        .execute()
      // One to the editor who handles it; while nobody does, to all who did not make the decision.
      const others = administrators.filter(({ id }) => id !== third.editor.userId)
      const handling = administrators.filter(({ id }) => id === handler.editor.userId)
      expect(due.map(({ recipient }) => recipient).toSorted()).toEqual(
        [...handling, ...others].map(({ email }) => email).toSorted(),
      )
    })

    describe('with a mail server', () => {
      let server: SmtpServer
      beforeEach(async () => {
        server = await openSmtpServer()
        journal = await open({ smtpUrl: server.url })
      })
      afterEach(() => server.close())
      const deliver = () => deliverDue(journal.resources)

      test('a reminder that waited is not sent once it is pointless', async () => {
        const { database } = journal
        const one = await aCaseWithEditor(database)
        const [first, second] = await invited(database, one.editor, one.articleId)
        await deliver()
        moveTo(3)
        await round()
        expect(await count('reviewer-reminder')).toBe(2)
        await database.transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, first!.id)))
        server.received.length = 0
        await deliver()
        const to = server.received.flatMap((email) => email.to)
        expect(to).toContain(second!.email)
        expect(server.received.filter(({ subject }) => subject?.startsWith('Reminder'))).toHaveLength(1)
        // Two that waited for the mail server: only the newest is sent.
        const third = await aCaseWithEditor(database)
        await invited(database, third.editor, third.articleId, { count: 1 })
        await deliver()
        moveTo(6)
        await round()
        moveTo(8.5)
        await round()
        server.received.length = 0
        await deliver()
        expect(server.received.filter(({ subject }) => subject?.startsWith('Reminder'))).toHaveLength(2)
      })

      test('what an editor sends a reviewer goes out beside the timetable, unless it is pointless by then', async () => {
        const { database } = journal
        const { editor, articleId: id } = await aCaseWithEditor(database)
        const [first, second] = await invited(database, editor, id)
        const of = (one: { id: string } | undefined) => ({ id, assignmentId: one!.id })
        const by = (work: (tx: Tx) => Promise<void>) => database.transaction(work)
        const received = async (one: { email: string } | undefined) => {
          server.received.length = 0
          await deliver()
          return server.received.filter(({ to }) => to.includes(one!.email))
        }
        await deliver()
        moveTo(3)
        for (const one of [first, second]) await by((tx) => remindReviewer(tx, editor, of(one)))
        // The timetable's own reminder of this day is passed over.
        await round()
        expect(await count('reviewer-reminder')).toBe(2)
        await agreed(database, second!.id)
        expect((await received(first)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Reminder/)])
        expect(server.received.filter(({ subject }) => subject?.startsWith('Reminder'))).toHaveLength(1)
        const dueOn = addDays(dayOf(new Date()), 20)
        await by((tx) => extend(tx, editor, { ...of(second), dueOn }))
        expect((await received(second)).map(({ subject }) => subject)).toEqual([expect.stringContaining('is due on')])
        moveTo(25)
        await by((tx) => remindReviewer(tx, editor, of(second)))
        await by((tx) => writeToReviewer(tx, editor, { ...of(second), text: 'Can I help?' }))
        await by((tx) => writeToReviewer(tx, editor, { ...of(second), text: 'With the figures?' }))
        const late = await received(second)
        expect(late.map(({ subject }) => subject)).toEqual(
          expect.arrayContaining([expect.stringContaining('was due on'), expect.stringMatching(/^2 messages about/)]),
        )
        expect(late.find(({ subject }) => subject?.startsWith('2 messages'))?.text).toMatch(/Can I help\?[^]*figures/)
        expect(late).toHaveLength(2)
      })

      test('a reviewer whose address was refused is not reminded, and the editors hear of it once', async () => {
        const { database } = journal
        const one = await aCaseWithEditor(database)
        await invited(database, one.editor, one.articleId, { count: 1, standby: 1 })
        server.trouble = 'unknown'
        await deliver()
        server.trouble = null
        expect(await count('editor-undeliverable')).toBe(1)
        moveTo(3)
        await round()
        expect(await count('reviewer-reminder')).toBe(0)
        moveTo(9)
        await round()
        expect(await count('reviewer-invitation')).toBe(2)
      })
    })

    test('costs one query while nothing can have become due', async () => {
      const { database } = journal
      for (let made = 0; made < 3; made++) await invitedTo(database, await aCaseWithEditor(database))
      const seen = new SeenCases()
      const run = () => Promise.resolve()
      const look = () =>
        watchQueries(database, async (watched) => {
          const work = { kind: 'reminders', run, isDue: (at: Date) => seen.mayBeDue(at) }
          const due = await dueWork(watched.db, [work], new Date())
          if (due.length) await remind({ database: watched, log: journal.resources.log }, { seen })
        })
      const first = await look()
      expect(first.length).toBeGreaterThan(5)
      expect(await look()).toHaveLength(1)
      moveTo(0, 50)
      expect(await look()).toHaveLength(1)
      moveTo(0, 61)
      expect((await look()).length).toBeGreaterThan(5)
      await invitedTo(database, await aCaseWithEditor(database))
      expect((await look()).length).toBeGreaterThan(5)
      expect(await look()).toHaveLength(1)
      moveTo(3)
      await look()
      expect(await count('reviewer-reminder')).toBe(8)
    })

    test('is read by indexes, in as many queries for many cases as for one', async () => {
      const { database } = journal
      const costs: number[] = []
      for (const more of [1, times(12, 60)]) {
        for (let made = 0; made < more; made++) await invitedTo(database, await aCaseWithEditor(database))
        const asked = await watchQueries(database, (watched) => takeDueSteps(watched))
        costs.push(asked.length)
        for (const query of asked.slice(1)) {
          const plan = (await planOf(database, query)).join('\n')
          expect(plan).not.toMatch(
            /SCAN (review_(assignments|reminders)|decisions|outbox|proofs|manuscript_versions)\b(?! USING)/,
          )
          expect(plan).not.toMatch(
            /Seq Scan on (review_assignments|review_reminders|decisions|outbox|proofs|manuscript_versions)/,
          )
        }
      }
      expect(costs[1]).toBe(costs[0])
    })

    test('drafts are removed 30 days after a review has ended, and not before', async () => {
      const { database } = journal
      const one = await aCaseWithEditor(database)
      const [ended, going] = await invited(database, one.editor, one.articleId)
      for (const { id } of [ended!, going!]) {
        await agreed(database, id, { dueOn: dayAfter(14) })
        await database.db
          .insertInto('review_drafts')
          .values({ assignment_id: id, content: '{}', revision: 1, saved_at: new Date().toISOString() })
          .execute()
      }
      await database.transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, ended!.id)))
      const drafts = async () =>
        (await database.db.selectFrom('review_drafts').select('assignment_id').execute()).map(
          (row) => row.assignment_id,
        )
      await removeOldDrafts(database, new Date(START + 30 * DAY - 1))
      expect(await drafts()).toHaveLength(2)
      await removeOldDrafts(database, new Date(START + 30 * DAY + 1))
      expect(await drafts()).toEqual([going!.id])
    })

    test('declined cases lose the names of their reviewers after five years, and nothing else', async () => {
      const { database } = journal
      const one = await aCaseWithEditor(database)
      const [first, second] = await invited(database, one.editor, one.articleId)
      const accepted = await aCaseWithEditor(database)
      await invited(database, accepted.editor, accepted.articleId)
      await agreed(database, first!.id, { dueOn: dayAfter(14) })
      await reported(database, first!.id)
      await decided(database, one.editor, one.articleId, 'decline', {
        exceptionReason: 'A special case.',
        releases: [],
      })
      await decided(database, accepted.editor, accepted.articleId, 'accept', {
        exceptionReason: 'A special case.',
        releases: [],
      })
      const counts = async () => ({
        assignments: await database.db
          .selectFrom('review_assignments')
          .select(['id', 'label', 'state', 'round_id', 'submitted_at'])
          .orderBy('id')
          .execute(),
        reports: await database.db.selectFrom('review_reports').selectAll().execute(),
        figures: await publicFigures(database.db, new Date(START + 60 * DAY)),
        reviewers: await database.db
          .selectFrom('review_assignments')
          .select(({ fn }) => fn.count('reviewer_id').distinct().as('n'))
          .executeTakeFirst(),
      })
      const before = await counts()
      expect(await forgetReviewersOfOldCases(database, new Date('2031-03-02T08:59:59Z'))).toBe(0)
      expect(await forgetReviewersOfOldCases(database, new Date('2031-03-02T09:00:01Z'))).toBe(1)
      expect(await forgetReviewersOfOldCases(database, new Date('2031-03-03T09:00:00Z'))).toBe(0)
      expect(await counts()).toEqual(before)
      const rows = await database.db
        .selectFrom('review_assignments')
        .innerJoin('reviewers', 'reviewers.id', 'reviewer_id')
        .select(['review_assignments.id', 'email', 'full_name', 'article_id'])
        .execute()
      for (const row of rows) {
        expect([row.full_name === '', row.email === '(erased)']).toEqual(
          row.article_id === one.articleId ? [true, true] : [false, false],
        )
      }
      // The people are still there, for other manuscripts.
      const people = await database.db
        .selectFrom('reviewers')
        .select('id')
        .where('id', 'in', [first!.reviewer_id, second!.reviewer_id])
        .where('erased_at', 'is', null)
        .execute()
      expect(people).toHaveLength(2)
      const outbox = JSON.stringify(
        await database.db.selectFrom('outbox').selectAll().where('article_id', '=', one.articleId).execute(),
      )
      expect(outbox).not.toContain(first!.email)
      expect(outbox).not.toContain(second!.email)
    })
  })
})
