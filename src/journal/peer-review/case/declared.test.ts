import { beforeAll, describe, expect, test } from 'vitest'
import { aReviewer, aSignedIn, aUser, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type Answer, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, agreed, asCaller, decided, invited, reported } from '../../../../tests/support/review-builders.ts'
import { CONFLICT_WAITS, NO_CONFLICT_WAITS } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { acceptanceConcerns } from '../../../contract/rules/peer-review/independence.ts'
import { CONFLICT_FIRST } from '../cases/invite.ts'
import { makeReviewLink } from '../cases/links.ts'
import { takeDueSteps } from '../cases/reminders.ts'
import { reportsForAcceptance } from '../cases/reports-for-acceptance.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { now } from '../../../platform/ids.ts'

const inDays = (days: number) => addDays(dayOf(new Date()), days)
const TEXT = 'We shared a field site in 2024.'
const DECLARED = { conflict: { answer: 'declared', text: TEXT }, dueOn: inDays(14) }
const NONE = { conflict: { answer: 'none' }, dueOn: inDays(14) }

describe('a conflict of interest that a reviewer declares', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    const db = () => journal.database.db
    const linkTo = async ({ id, email }: Pick<AssignmentRow, 'id' | 'email'>, coReviewerId: string | null = null) =>
      (
        await journal.database.transaction((tx) =>
          makeReviewLink(tx, 'http://journal.test', { assignmentId: id, coReviewerId, email }),
        )
      ).split('#')[1]!
    const ask = (secret: string, path: string, body: unknown = {}): Promise<Answer> =>
      journal.post(`/review/${path}`, body, { headers: { authorization: `Review ${secret}` } })
    const stored = (id: string) =>
      db().selectFrom('review_assignments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const emails = async (assignmentId: string) =>
      (
        await db().selectFrom('outbox').select('kind').where('assignment_id', '=', assignmentId).orderBy('id').execute()
      ).map(({ kind }) => kind)
    const manuscriptOf = async (articleId: string) =>
      (
        await db()
          .selectFrom('article_files')
          .select('file_id')
          .where('article_id', '=', articleId)
          .executeTakeFirstOrThrow()
      ).file_id
    const waive = (id: string, reviewerId: string, reason = 'A large field station.') =>
      journal.post(`/cases/${id}/conflicts/${reviewerId}/waiver`, { reason }, { as: admin })
    const line = async (id: string) =>
      (await journal.get('/cases', { as: admin })).body.lines.find(
        (each: { articleId: string }) => each.articleId === id,
      )
    const seen = async (id: string) => (await journal.get(`/cases/${id}`, { as: admin })).body

    async function aReview({ standby = 0 } = {}) {
      const article = await aCase(journal.database)
      const [assignment, ...others] = await invited(journal.database, asCaller(admin), article.id, {
        count: 1,
        standby,
      })
      return { id: article.id, assignment: assignment!, others, secret: await linkTo(assignment!) }
    }

    test('keeps the manuscript closed until the editor waives it with a reason', async () => {
      const { id, assignment, secret } = await aReview()
      const file = await manuscriptOf(id)
      const { body } = await ask(secret, 'agree', DECLARED)
      expect(body).toMatchObject({ state: 'invited', conflict: DECLARED.conflict, files: [], consent: null })
      // The same answer from another device is one; another answer takes nothing back.
      expect((await ask(secret, 'agree', DECLARED)).status).toBe(200)
      const other = await ask(secret, 'agree', NONE)
      expect([other.status, other.body.message]).toEqual([409, CONFLICT_WAITS])
      for (const path of [`files/${file}/link`, `files/${file}/text`])
        expect((await ask(secret, path)).status).toBe(404)
      expect((await ask(secret, 'report/draft/read')).status).not.toBe(200)
      expect((await emails(assignment.id)).filter((kind) => kind.endsWith('declared'))).toHaveLength(1)
      expect(await emails(assignment.id)).not.toContain('reviewer-thanks')

      const view = await seen(id)
      expect(view.next).toMatchObject({
        action: 'answer-conflict',
        reason: 'A reviewer declares a conflict of interest',
      })
      expect(view.assignments[0].conflicts).toMatchObject([{ found: 'declared', text: TEXT, waivedBy: null }])
      expect(view.history[0].text).toMatch(/declared a conflict of interest$/)

      expect((await waive(id, assignment.reviewer_id, '  ')).status).toBe(400)
      const waived = await waive(id, assignment.reviewer_id)
      expect(waived.status, waived.text).toBe(200)
      const opened = await ask(secret, 'open')
      expect(opened.body).toMatchObject({ state: 'agreed', dueOn: inDays(14), files: [{ id: file }] })
      expect(await emails(assignment.id)).toContain('reviewer-conflict-waived')
      expect((await waive(id, assignment.reviewer_id)).status).toBe(409)
      await reported(journal.database, assignment.id)
      expect((await reportsForAcceptance(db(), id))[0]).toMatchObject({ conflict: false })
    })

    test('waits with reminders to the editor alone, and never lapses', async () => {
      const { assignment, secret } = await aReview({ standby: 1 })
      await ask(secret, 'agree', DECLARED)
      for (const days of [1, 2, 3, 5, 9, 30]) {
        await takeDueSteps(journal.database, { clock: () => new Date(Date.now() + days * 86_400_000) })
      }
      expect((await stored(assignment.id)).state).toBe('invited')
      const sent = await emails(assignment.id)
      expect(sent.filter((kind) => kind === 'editor-conflict-declared')).toHaveLength(3)
      expect(sent).not.toContain('reviewer-reminder')
      expect(sent).not.toContain('editor-reviewer-lapsed')
    })

    test('ends with the invitation if the editor does without: the next on standby is invited', async () => {
      const { id, assignment, others, secret } = await aReview({ standby: 1 })
      await ask(secret, 'agree', DECLARED)
      const cancelled = await journal.post(`/cases/${id}/assignments/${assignment.id}/cancellation`, {}, { as: admin })
      expect(cancelled.status, cancelled.text).toBe(200)
      expect((await stored(others[0]!.id)).state).toBe('invited')
      const outbox = await db().selectFrom('outbox').selectAll().where('assignment_id', '=', assignment.id).execute()
      const told = outbox.find(({ kind }) => kind === 'reviewer-cancelled')!
      expect(JSON.parse(told.data)).toMatchObject({ step: 'conflict' })
      expect((await ask(secret, 'open')).body).toMatchObject({ state: 'cancelled', files: [] })
    })

    test('opens nothing when the decision comes first, and no late report is taken', async () => {
      const { id, assignment, secret } = await aReview()
      await ask(secret, 'agree', DECLARED)
      await decided(journal.database, asCaller(admin), id, 'decline')
      expect((await ask(secret, 'open')).body).toMatchObject({
        state: 'cancelled',
        files: [],
        canReport: false,
        lateUntil: null,
      })
      await expect(reported(journal.database, assignment.id)).rejects.toThrow()
      expect((await waive(id, assignment.reviewer_id)).status).toBe(200)
      expect((await stored(assignment.id)).state).toBe('cancelled')
    })

    test('is not taken back by declining and agreeing after all without one', async () => {
      const { id, secret, assignment } = await aReview()
      await ask(secret, 'agree', DECLARED)
      expect((await ask(secret, 'decline')).body.state).toBe('declined')
      const again = await ask(secret, 'agree', NONE)
      expect(again.body).toMatchObject({ state: 'invited', conflict: DECLARED.conflict, files: [] })
      // Nor by being invited once more.
      await ask(secret, 'decline')
      const invite = () => journal.post(`/cases/${id}/assignments/${assignment.id}/invitation`, {}, { as: admin })
      const refused = await invite()
      expect([refused.status, refused.body.message]).toEqual([409, CONFLICT_FIRST])
      await waive(id, assignment.reviewer_id)
      expect((await invite()).status).toBe(200)
      expect((await ask(secret, 'agree', NONE)).body.state).toBe('agreed')
    })

    test('given as the reason of a refusal counts as well', async () => {
      const { id, secret, assignment } = await aReview()
      await ask(secret, 'decline')
      await ask(secret, 'decline/details', { reason: 'conflict', text: 'My former student.' })
      expect((await ask(secret, 'agree', NONE)).body).toMatchObject({
        state: 'invited',
        conflict: { answer: 'declared', text: 'My former student.' },
      })
      expect((await waive(id, assignment.reviewer_id)).status).toBe(200)
      expect((await stored(assignment.id)).state).toBe('agreed')
    })

    test('is waived only where one waits: the editor cannot agree for a reviewer', async () => {
      const { id, assignment } = await aReview()
      expect((await waive(id, assignment.reviewer_id)).status).toBe(409)
      expect((await stored(assignment.id)).state).toBe('invited')
      expect(NO_CONFLICT_WAITS).toMatch(/reload/)
    })

    /** The second round of a case whose first reviewer has declared a conflict and has reported. */
    async function aSecondRound({ waived = false } = {}) {
      const { id, assignment, secret } = await aReview()
      await ask(secret, 'agree', DECLARED)
      await waive(id, assignment.reviewer_id)
      await reported(journal.database, assignment.id)
      if (!waived) {
        await db()
          .updateTable('conflicts')
          .set({ waived_at: null, waived_by: null, waived_reason: null })
          .where('article_id', '=', id)
          .execute()
      }
      await db().updateTable('review_rounds').set({ closed_at: now() }).where('article_id', '=', id).execute()
      return { id, assignment }
    }
    const inviting = (id: string, reviewerId: string, more: object = {}) =>
      journal.post(
        `/cases/${id}/invitations`,
        { replyDays: 7, reportDays: 14, invite: [{ reviewerId, ...more }] },
        { as: admin },
      )

    test('is shown in the next round, needs a waiver with a reason there, and counts', async () => {
      const { id, assignment } = await aSecondRound()
      const listed = (await journal.get(`/cases/${id}/candidates`, { as: admin })).body.candidates
      const sentence = `Has declared a conflict of interest: “${TEXT}”`
      expect(listed.find((one: { reviewerId: string }) => one.reviewerId === assignment.reviewer_id)).toMatchObject({
        warnings: [sentence],
        needsReason: true,
      })
      expect((await inviting(id, assignment.reviewer_id)).status).toBe(409)
      expect((await inviting(id, assignment.reviewer_id, { despite: true })).status).toBe(400)
      const concerns = acceptanceConcerns(await reportsForAcceptance(db(), id), 2)
      expect(concerns[0]).toMatch(/there are none/)
      const sent = await inviting(id, assignment.reviewer_id, { despite: true, waive: 'Another site.' })
      expect(sent.status, sent.text).toBe(201)
      const second = await db()
        .selectFrom('review_assignments')
        .selectAll()
        .where('article_id', '=', id)
        .where('state', '=', 'invited')
        .executeTakeFirstOrThrow()
      const secret = await linkTo(second)
      // What has been waived does not wait again; something else does.
      expect((await ask(secret, 'agree', NONE)).body.state).toBe('agreed')
      expect((await reportsForAcceptance(db(), id)).every(({ conflict }) => !conflict)).toBe(true)
      const other = { answer: 'declared', text: 'We now write a grant proposal together.' }
      await ask(secret, 'decline')
      expect((await ask(secret, 'agree', { ...NONE, conflict: other })).body.state).toBe('invited')
    })

    test('that has been waived is shown with its reason, and needs no other', async () => {
      const { id, assignment } = await aSecondRound({ waived: true })
      const listed = (await journal.get(`/cases/${id}/candidates`, { as: admin })).body.candidates
      const found = listed.find((one: { reviewerId: string }) => one.reviewerId === assignment.reviewer_id)
      expect(found.warnings).toEqual([])
      expect(found.findings.map(({ sentence }: { sentence: string }) => sentence)).toContain(
        `Has declared a conflict of interest: “${TEXT}”. Waived: A large field station.`,
      )
      expect((await inviting(id, assignment.reviewer_id)).status).toBe(201)
    })

    test('stays with the person under another address', async () => {
      const { id, assignment } = await aSecondRound()
      const { full_name } = await db()
        .selectFrom('reviewers')
        .select('full_name')
        .where('id', '=', assignment.reviewer_id)
        .executeTakeFirstOrThrow()
      const [given, ...family] = full_name.split(' ')
      const { warnings } = (
        await journal.post(
          `/cases/${id}/conflicts`,
          { fullName: `${family.join(' ')} ${given}`, email: 'new@far.test', affiliation: '' },
          { as: admin },
        )
      ).body
      expect(warnings).toContain(`Has declared a conflict of interest: “${TEXT}”`)
    })

    test('told before it was kept beside the case counts in all rounds too', async () => {
      const { id, assignment } = await aSecondRound()
      await db().deleteFrom('conflicts').where('article_id', '=', id).execute()
      expect((await reportsForAcceptance(db(), id))[0]!.conflict).toBe(true)
      expect((await inviting(id, assignment.reviewer_id, { despite: true })).status).toBe(400)
      expect((await inviting(id, assignment.reviewer_id, { despite: true, waive: 'Far away.' })).status).toBe(201)
      expect((await reportsForAcceptance(db(), id))[0]!.conflict).toBe(false)
    })

    describe('a colleague who helps', () => {
      async function aColleague(more: object = {}) {
        const review = await aReview()
        await agreed(journal.database, review.assignment.id)
        const named = await ask(review.secret, 'co-reviewers', {
          fullName: 'Ana Fern',
          email: `ana-${review.assignment.id.toLowerCase()}@ferns.test`,
          ...more,
        })
        expect(named.status, named.text).toBe(200)
        const [colleague] = await db()
          .selectFrom('co_reviewers')
          .selectAll()
          .where('assignment_id', '=', review.assignment.id)
          .execute()
        return { ...review, colleague: colleague! }
      }
      const allow = (id: string, coReviewerId: string, reason?: string) =>
        journal.post(`/cases/${id}/co-reviewers/${coReviewerId}/approval`, { reason }, { as: admin })

      test('who is an author or the reviewer is refused at once', async () => {
        const { secret, assignment } = await aReview()
        await agreed(journal.database, assignment.id)
        const own = await ask(secret, 'co-reviewers', { fullName: 'Me', email: assignment.email.replace('@', '+x@') })
        expect(own.body.errors).toEqual({ email: 'This is your own address' })
      })

      test('who is another reviewer or an editor is refused by the editor; the reviewer hears nothing of it', async () => {
        const { id, assignment, secret } = await aReview()
        await agreed(journal.database, assignment.id)
        const other = await aReviewer(journal.database, { fullName: 'Rosa Vidal', emails: ['rosa.vidal@far.test'] })
        await invited(journal.database, asCaller(admin), id, { reviewers: [other] })
        const editor = await aUser(journal.database, { fullName: 'Edi Tor' })
        await db().updateTable('review_cases').set({ editor_id: editor.id }).where('article_id', '=', id).execute()
        const answers: object[] = []
        for (const [fullName, email] of [
          ['Rosa Vidal', 'rosa.vidal+x@far.test'],
          ['Edi Tor', editor.email],
          ['Nobody Special', 'nobody@else.test'],
        ] as const) {
          const { status, body } = await ask(secret, 'co-reviewers', { fullName, email })
          answers.push({ status, state: body.coReviewers.at(-1).state })
        }
        expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 200, state: 'asked' })))
        const { coReviewers } = (await seen(id)).assignments.find((one: { id: string }) => one.id === assignment.id)
        const whyNot = Object.fromEntries(
          coReviewers.map((one: { fullName: string; whyNot: string | null }) => [one.fullName, one.whyNot]),
        )
        expect(whyNot).toEqual({
          'Rosa Vidal': 'Is Rosa Vidal, who has been asked to review this manuscript: the email addresses are alike.',
          'Edi Tor': 'Edits this manuscript, or has done so.',
          'Nobody Special': null,
        })
        for (const { id: coReviewerId, fullName } of coReviewers as { id: string; fullName: string }[]) {
          const { status } = await allow(id, coReviewerId, 'I insist')
          expect(status, fullName).toBe(fullName === 'Nobody Special' ? 200 : 400)
        }
        const page = JSON.stringify((await ask(secret, 'open')).body)
        expect(page).not.toContain('Is Rosa Vidal')
      })

      test('who may be someone else on the case, or is close to the authors, is allowed with a reason', async () => {
        const { id, colleague, assignment } = await aColleague({ fullName: 'Malik, Ayesha' })
        const [shown] = (await seen(id)).assignments[0].coReviewers
        expect(shown.warnings).toEqual([expect.stringMatching(/^May be the author Ayesha Malik/)])
        const refused = await allow(id, colleague.id)
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['reason']])
        expect((await allow(id, colleague.id, 'A namesake.')).status).toBe(200)
        const kept = await db().selectFrom('conflicts').selectAll().where('article_id', '=', id).execute()
        expect(kept).toMatchObject([
          { reviewer_id: assignment.reviewer_id, kind: 'likely-author', waived_reason: 'A namesake.' },
        ])
      })

      test('who declares a conflict of interest opens nothing until the editor waives it', async () => {
        const { id, colleague, assignment } = await aColleague()
        await allow(id, colleague.id)
        const secret = await linkTo({ id: assignment.id, email: colleague.email }, colleague.id)
        const answer = { answer: 'confirm', conflict: DECLARED.conflict }
        const told = await ask(secret, 'co-review', answer)
        expect(told.body).toMatchObject({ coReview: 'invited', files: [] })
        expect(
          (await ask(secret, 'co-review', { answer: 'confirm', conflict: { answer: 'none' } })).body,
        ).toMatchObject({
          coReview: 'invited',
          files: [],
        })
        expect((await waive(id, assignment.reviewer_id)).status).toBe(200)
        expect((await ask(secret, 'open')).body).toMatchObject({ coReview: 'confirmed', files: [{ version: 1 }] })
        expect(await emails(assignment.id)).toContain('co-reviewer-conflict-waived')
        await reported(journal.database, assignment.id)
        expect((await reportsForAcceptance(db(), id))[0]!.conflict).toBe(false)
        await db().deleteFrom('conflicts').where('article_id', '=', id).execute()
        expect((await reportsForAcceptance(db(), id))[0]!.conflict).toBe(true)
      })

      test('whom the editor does without then has no link', async () => {
        const { id, colleague, assignment } = await aColleague()
        await allow(id, colleague.id)
        const secret = await linkTo({ id: assignment.id, email: colleague.email }, colleague.id)
        await ask(secret, 'co-review', { answer: 'confirm', conflict: DECLARED.conflict })
        const refused = await journal.post(`/cases/${id}/co-reviewers/${colleague.id}/refusal`, {}, { as: admin })
        expect(refused.status, refused.text).toBe(200)
        expect((await ask(secret, 'open')).status).toBe(401)
      })
    })

    test('is on the list of today as something to do', async () => {
      const { id, secret } = await aReview()
      await ask(secret, 'agree', DECLARED)
      expect(await line(id)).toMatchObject({ group: 'act', action: 'answer-conflict' })
    })
  })
})
