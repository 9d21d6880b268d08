import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aFile, aReviewer, aUser } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import {
  aCase,
  agreed,
  anEditor,
  callerFor,
  decided,
  invited,
  reported,
  withReports,
} from '../../../../tests/support/review-builders.ts'
import { journal as config } from '../../../../journal.config.ts'
import { EXCEPTION_REQUIRED } from '../../../contract/api/decisions.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { addDays } from '../../../contract/rules/peer-review/days.ts'
import type { Caller } from '../../../platform/call.ts'
import { ALREADY_UNDONE, decide, NOTHING_TO_UNDO, REPORT_ARRIVED, undoDecision } from './decide.ts'
import { inviteReviewers } from './invite.ts'
import { declineToReview, lapseInvitation } from './respond.ts'
import { submitRevision } from './revise.ts'
import { lockAssignment } from './assignments.ts'
import { lockCaseForEditor } from './relation.ts'

describe('a case', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: Caller
    beforeAll(async () => {
      journal = await open()
      editor = await anEditor(journal.database)
    })

    const db = () => journal.database.db
    const caseOf = (id: string) =>
      db().selectFrom('review_cases').selectAll().where('article_id', '=', id).executeTakeFirstOrThrow()
    const statusOf = async (id: string) =>
      (await db().selectFrom('article_heads').select('status').where('article_id', '=', id).executeTakeFirstOrThrow())
        .status
    const assignment = (id: string) =>
      db().selectFrom('review_assignments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const emails = async (articleId: string) =>
      (
        await db().selectFrom('outbox').select('kind').where('article_id', '=', articleId).orderBy('kind').execute()
      ).map(({ kind }) => kind)
    /** Runs `work` minutes from now. */
    const later = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      try {
        return await work()
      } finally {
        vi.useRealTimers()
      }
    }

    test('is numbered within its year and promises a decision', async () => {
      const [one, two] = [
        await aCase(journal.database, { receivedOn: '2026-05-02' }),
        await aCase(journal.database, { receivedOn: '2026-05-02' }),
      ]
      const [first, second] = [await caseOf(one.id), await caseOf(two.id)]
      expect(first.number).toMatch(/^\d{4}-\d{3}$/)
      expect(Number(second.number.slice(5))).toBe(Number(first.number.slice(5)) + 1)
      expect(first).toMatchObject({
        stage: 'screening',
        promised_on: addDays('2026-05-02', config.review.promisedDays),
      })
    })

    test('goes from screening to acceptance, with a round, reports and a revision', async () => {
      const author = await aUser(journal.database)
      const article = await aCase(journal.database, { submitter: author })
      const [one, two, three] = await withReports(journal.database, editor, article.id, { count: 2, standby: 1 })
      expect(await caseOf(article.id)).toMatchObject({ stage: 'reviewing', editor_id: editor.userId })
      expect((await assignment(three!.id)).state).toBe('standby')
      expect(one!.label).not.toBe(two!.label)

      await decided(journal.database, editor, article.id, 'major')
      expect((await caseOf(article.id)).stage).toBe('revising')
      expect(await assignment(three!.id)).toMatchObject({ state: 'cancelled', close_reason: 'decision' })
      const file = await aFile(journal.database, { owner: author })
      const revise = () =>
        journal.database.transaction((tx) =>
          submitRevision(tx, callerFor(author), { articleId: article.id, files: [fileUrl(file)], reply: 'Done.' }),
        )
      // The letter has not been sent: for the author nothing has happened.
      await expect(revise()).rejects.toThrow(/is in review/)
      const version = await later(11, revise)
      expect(version.number).toBe(2)
      expect((await caseOf(article.id)).stage).toBe('reviewing')
      const rounds = await db().selectFrom('review_rounds').selectAll().where('article_id', '=', article.id).execute()
      expect(rounds.map(({ number, closed_at }) => [number, closed_at === null])).toEqual([
        [1, false],
        [2, true],
      ])

      const again = await invited(journal.database, editor, article.id, {
        reviewers: [{ id: one!.reviewer_id, fullName: '', email: one!.email }],
      })
      expect(again[0]!.label).toBe(one!.label)
      await decided(journal.database, editor, article.id, 'accept')
      expect((await caseOf(article.id)).stage).toBe('accepted')
      expect(await statusOf(article.id)).toBe('pending')
    })

    test('keeps its standby list: a decline and the next invitation commit together', async () => {
      const article = await aCase(journal.database)
      const [first, , standby] = await invited(journal.database, editor, article.id, { count: 2, standby: 1 })
      await expect(
        journal.database.transaction(async (tx) => {
          await declineToReview(tx, await lockAssignment(tx, first!.id))
          throw new Error('killed')
        }),
      ).rejects.toThrow('killed')
      expect([(await assignment(first!.id)).state, (await assignment(standby!.id)).state]).toEqual([
        'invited',
        'standby',
      ])
      await journal.database.transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, first!.id)))
      expect([(await assignment(first!.id)).state, (await assignment(standby!.id)).state]).toEqual([
        'declined',
        'invited',
      ])
      expect((await emails(article.id)).filter((kind) => kind === 'reviewer-invitation')).toHaveLength(3)
      expect(await emails(article.id)).toContain('editor-reviewer-declined')
    })

    test('lets someone who has not answered or has declined agree after all, while the round is open', async () => {
      const article = await aCase(journal.database)
      const [one, two] = await invited(journal.database, editor, article.id)
      await journal.database.transaction(async (tx) =>
        lapseInvitation(tx, await lockAssignment(tx, one!.id), new Date().toISOString()),
      )
      await journal.database.transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, two!.id)))
      for (const { id } of [one!, two!]) expect((await agreed(journal.database, id)).state).toBe('agreed')
    })

    test('does not take the same reviewer twice into a round, nor two open rounds', async () => {
      const article = await aCase(journal.database)
      const reviewer = await aReviewer(journal.database)
      await invited(journal.database, editor, article.id, { reviewers: [reviewer] })
      await expect(invited(journal.database, editor, article.id, { reviewers: [reviewer] })).rejects.toThrow(
        /already takes part/,
      )
      const { version_id } = await db()
        .selectFrom('review_rounds')
        .selectAll()
        .where('article_id', '=', article.id)
        .executeTakeFirstOrThrow()
      const second = { id: 'second', article_id: article.id, number: 2, version_id, opened_at: 'x', closed_at: null }
      await expect(db().insertInto('review_rounds').values(second).execute()).rejects.toThrow(/unique/i)
    })

    test('is decided with all reports seen, or not', async () => {
      const article = await aCase(journal.database)
      await withReports(journal.database, editor, article.id)
      await expect(decided(journal.database, editor, article.id, 'minor', { seenReports: [] })).rejects.toThrow(
        REPORT_ARRIVED,
      )
    })

    test('is accepted with two independent reports, or with a reason', async () => {
      const article = await aCase(journal.database)
      await withReports(journal.database, editor, article.id, { count: 1 })
      await expect(decided(journal.database, editor, article.id, 'accept')).rejects.toThrow(EXCEPTION_REQUIRED)
      const exceptionReason = 'One reviewer could be found for this family.'
      const decision = await decided(journal.database, editor, article.id, 'accept', { exceptionReason })
      expect(decision.exception_reason).toBe(exceptionReason)

      const other = await aCase(journal.database)
      await withReports(journal.database, editor, other.id, { count: 2, source: 'author' })
      await expect(decided(journal.database, editor, other.id, 'accept')).rejects.toThrow(EXCEPTION_REQUIRED)
    })

    test('takes a decision back for ten minutes as if it had never been made', async () => {
      const article = await aCase(journal.database)
      const [one] = await withReports(journal.database, editor, article.id, { count: 1 })
      const [waiting] = await invited(journal.database, editor, article.id, { count: 1 })
      const before = { case: await caseOf(article.id), sent: await emails(article.id) }
      const decision = await decided(journal.database, editor, article.id, 'decline')
      expect(await statusOf(article.id)).toBe('rejected')
      expect((await assignment(waiting!.id)).state).toBe('cancelled')
      const undo = () =>
        journal.database.transaction((tx) =>
          undoDecision(tx, editor, { articleId: article.id, decisionId: decision.id }),
        )
      await undo()
      expect(await caseOf(article.id)).toEqual(before.case)
      expect(await statusOf(article.id)).toBe('pending')
      expect((await assignment(waiting!.id)).state).toBe('invited')
      expect((await assignment(one!.id)).state).toBe('submitted')
      expect(await emails(article.id)).toEqual(before.sent)
      await expect(undo()).rejects.toThrow(ALREADY_UNDONE)

      const again = await decided(journal.database, editor, article.id, 'decline')
      await expect(
        later(10, () =>
          journal.database.transaction((tx) =>
            undoDecision(tx, editor, { articleId: article.id, decisionId: again.id }),
          ),
        ),
      ).rejects.toThrow(NOTHING_TO_UNDO)
      expect((await caseOf(article.id)).stage).toBe('declined')
    })

    test('keeps a report that the decision overtook, and marks it as late', async () => {
      const article = await aCase(journal.database)
      await withReports(journal.database, editor, article.id, { count: 1 })
      const [slow] = await invited(journal.database, editor, article.id, { count: 1 })
      await agreed(journal.database, slow!.id)
      await decided(journal.database, editor, article.id, 'minor')
      const report = await reported(journal.database, slow!.id)
      expect(report.late_at).not.toBeNull()
      expect(await emails(article.id)).toContain('editor-late-report')
      expect((await caseOf(article.id)).stage).toBe('revising')
    })

    test('changes no report and no decision once made', async () => {
      const article = await aCase(journal.database)
      await withReports(journal.database, editor, article.id, { count: 1 })
      const decision = await decided(journal.database, editor, article.id, 'minor')
      await expect(
        db().updateTable('decisions').set({ letter: 'x' }).where('id', '=', decision.id).execute(),
      ).rejects.toThrow(/only be added/)
      await expect(db().deleteFrom('review_reports').execute()).rejects.toThrow(/only be added/)
    })

    test('decides against a report that arrives, or the report against the decision: one outcome', async () => {
      for (let race = 0; race < 20; race++) {
        const article = await aCase(journal.database)
        await withReports(journal.database, editor, article.id, { count: 1 })
        const [last] = await invited(journal.database, editor, article.id, { count: 1 })
        await agreed(journal.database, last!.id)
        const seen = await db()
          .selectFrom('review_reports')
          .innerJoin('review_assignments', 'review_assignments.id', 'review_reports.assignment_id')
          .select('review_reports.id')
          .where('review_assignments.article_id', '=', article.id)
          .execute()
        const [made, sent] = await Promise.allSettled([
          journal.database.transaction((tx) =>
            decide(tx, editor, {
              articleId: article.id,
              kind: 'minor',
              letter: 'Dear authors,',
              revisionDueOn: addDays(new Date().toISOString(), 14),
              exceptionReason: null,
              releases: [],
              seenReports: seen.map(({ id }) => id),
            }),
          ),
          reported(journal.database, last!.id),
        ])
        expect(sent.status).toBe('fulfilled')
        const late = sent.status === 'fulfilled' && sent.value.late_at !== null
        // Either the decision came first and the report is late, or the editor has to read the report first.
        expect(late).toBe(made.status === 'fulfilled')
        expect((await caseOf(article.id)).stage).toBe(late ? 'revising' : 'reviewing')
      }
    })

    test('is no business of an editor who is among its authors', async () => {
      const author = await aUser(journal.database, { role: 'admin' })
      const article = await aCase(journal.database, { submitter: author })
      await expect(
        journal.database.transaction(async (tx) =>
          inviteReviewers(tx, callerFor(author), await lockCaseForEditor(tx, callerFor(author), article.id), {
            invite: [],
            standby: [],
            replyDays: 7,
            reportDays: 14,
            message: null,
          }),
        ),
      ).rejects.toThrow('Only editors of this manuscript can do this')
    })
  })
})
