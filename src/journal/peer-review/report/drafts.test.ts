import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { NEWER_DRAFT, COLLEAGUE_NOT_CONFIRMED } from '../../../contract/api/review-reports.ts'
import { REPORT_TEXT_MAX } from '../../../contract/api/report-draft.ts'
import {
  aColleague,
  anAgreedReview,
  draftOf,
  headersOf,
  type AgreedReview,
} from '../../../../tests/support/agreed-review.ts'
import { aReviewer } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, agreed, anEditor, invited } from '../../../../tests/support/review-builders.ts'
import { makeReviewLink } from '../cases/links.ts'
import { newId } from '../../../platform/ids.ts'
import { cancelAssignment } from '../cases/invite.ts'
import { decide } from '../cases/decide.ts'
import { lockAssignment } from '../cases/assignments.ts'

describe('drafts of reports', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })
    const saving = (as: { headers: Record<string, string> }, content: object, revision: number) =>
      journal.post('/review/draft/save', { content, revision }, { as })
    const reading = (as: { headers: Record<string, string> }) => journal.post('/review/draft', {}, { as })

    test('a draft is there again as it was typed, with its revision', async () => {
      const review = await anAgreedReview(journal.database)
      expect((await reading(review)).body).toMatchObject({ state: 'open', draft: null, files: [], maySend: true })
      const typed = draftOf(' Two spaces and a line\n', { answers: { methods: 'partly' }, recommendation: 'major' })
      expect((await saving(review, typed, 0)).body.revision).toBe(1)
      const { draft } = (await reading(review)).body
      expect(draft).toMatchObject({ content: typed, revision: 1 })
      expect((await saving(review, draftOf('More'), 1)).body.revision).toBe(2)
    })

    test('comes with the people who write it, so that the text for the authors is searched for them', async () => {
      const review = await anAgreedReview(journal.database)
      const [reviewer, ...others] = (await reading(review)).body.withheld
      expect(others).toEqual([])
      expect(reviewer).toMatchObject({ names: [expect.any(String)], emails: [expect.stringContaining('@')] })
      const colleague = await aColleague(journal.database, review)
      expect((await reading(review)).body.withheld).toHaveLength(2)
      expect(colleague).toBeDefined()
    })

    test('tells no link the addresses of others, or those to which its holder was not written', async () => {
      const { database } = journal
      const emails = [`${newId()}@moss.test`.toLowerCase(), 'private@moss.test']
      const reviewer = await aReviewer(database, { emails })
      const editor = await anEditor(database)
      const { id: articleId } = await aCase(database)
      const [assignment] = await invited(database, editor, articleId, { reviewers: [reviewer] })
      const link = await database.transaction((tx) =>
        makeReviewLink(tx, '', { assignmentId: assignment!.id, email: emails[0]! }),
      )
      const holder = { headers: headersOf(link) }
      expect((await journal.post('/review/open', {}, { as: holder })).text).not.toContain(emails[0])
      expect.soft((await reading(holder)).text, 'of an invitation that waits').not.toContain('private@')
      await agreed(database, assignment!.id)
      const colleague = await aColleague(database, { assignment: assignment! } as AgreedReview)
      expect.soft((await reading(colleague)).text, 'of a colleague').not.toContain('private@')
    })

    test('of two devices the later gets 409 with the other text, and can save both', async () => {
      const review = await anAgreedReview(journal.database)
      await saving(review, draftOf('From the desk'), 0)
      const refused = await saving(review, draftOf('From the train'), 0)
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({
        message: NEWER_DRAFT,
        newerDraft: { content: draftOf('From the desk'), revision: 1 },
      })
      const { newerDraft } = refused.body
      const both = draftOf(`${newerDraft.content.toAuthors}\n\nFrom the train`)
      expect((await saving(review, both, newerDraft.revision)).status).toBe(200)
      expect((await reading(review)).body.draft.content.toAuthors).toBe('From the desk\n\nFrom the train')
    })

    test('the same text sent twice, because an answer was lost, is saved once', async () => {
      const review = await anAgreedReview(journal.database)
      await saving(review, draftOf('Once'), 0)
      const again = await saving(review, draftOf('Once'), 0)
      expect([again.status, again.body.revision]).toEqual([200, 1])
    })

    test('of many saves of the same revision at once one is kept, and all others get its text', async () => {
      const review = await anAgreedReview(journal.database)
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => saving(review, draftOf(`Text ${at}`), 0)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { draft } = (await reading(review)).body
      for (const { status, body } of answers) if (status !== 200) expect(body.newerDraft).toEqual(draft)
      expect(draft.revision).toBe(1)
    })

    test('a colleague who has confirmed reads and writes it, but does not send', async () => {
      const review = await anAgreedReview(journal.database)
      await saving(review, draftOf('Mine'), 0)
      const asked = await aColleague(journal.database, review, 'invited')
      for (const refused of [await reading(asked), await saving(asked, draftOf('x'), 1)]) {
        expect([refused.status, refused.body.message]).toEqual([403, COLLEAGUE_NOT_CONFIRMED])
      }
      const colleague = await aColleague(journal.database, review)
      expect((await reading(colleague)).body).toMatchObject({ maySend: false, draft: { content: draftOf('Mine') } })
      expect((await saving(colleague, draftOf('Ours'), 1)).status).toBe(200)
    })

    test('after the review has ended the draft can still be read, but not changed', async () => {
      const review = await anAgreedReview(journal.database)
      await saving(review, draftOf('Unfinished'), 0)
      await journal.database.transaction(async (tx) =>
        cancelAssignment(tx, review.editor, await lockAssignment(tx, review.assignment.id)),
      )
      expect((await reading(review)).body).toMatchObject({
        state: 'closed',
        draft: { content: draftOf('Unfinished') },
      })
      expect((await saving(review, draftOf('More'), 1)).status).toBe(409)
    })

    test('after a decision a draft is written on, and learns of the decision when its letter is sent', async () => {
      const review = await anAgreedReview(journal.database)
      const decision = {
        kind: 'minor' as const,
        letter: 'Please revise.',
        revisionDueOn: addDays(dayOf(new Date()), 14),
        exceptionReason: null,
      }
      await journal.database.transaction((tx) =>
        decide(tx, review.editor, { ...decision, articleId: review.articleId, releases: [], seenReports: [] }),
      )
      expect((await saving(review, draftOf('Late words'), 0)).status).toBe(200)
      expect((await reading(review)).body.state).toBe('open')
      await journal.database.db
        .updateTable('review_assignments')
        .set({ closed_at: new Date(Date.now() - 11 * 60_000).toISOString() })
        .where('id', '=', review.assignment.id)
        .execute()
      expect((await reading(review)).body.state).toBe('late')
    })

    test('a text that is too long is refused with its field, and one of the greatest length is kept', async () => {
      const review = await anAgreedReview(journal.database)
      const tooLong = await saving(review, draftOf('x'.repeat(REPORT_TEXT_MAX + 1)), 0)
      expect(tooLong.status).toBe(400)
      expect(Object.keys(tooLong.body.errors)).toEqual(['content.toAuthors'])
      const longest = '蘭'.repeat(REPORT_TEXT_MAX)
      expect((await saving(review, draftOf(longest, { toEditor: longest }), 0)).status).toBe(200)
    })
  })
})
