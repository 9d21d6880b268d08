import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { ANSWER_REQUIRED, NO_AI_REQUIRED, REVIEWER_SENDS } from '../../../contract/api/review-reports.ts'
import {
  aColleague,
  anAgreedReview,
  draftOf,
  reportOf,
  type AgreedReview,
} from '../../../../tests/support/agreed-review.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { times } from '../../../../tests/support/long.ts'
import { decide, REPORT_ARRIVED } from '../cases/decide.ts'
import { DomainError } from '../../../platform/errors.ts'

const RACES = times(50, 1000)

describe('sending a report', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })
    const send = (as: { headers: Record<string, string> }, report: object) =>
      journal.post('/review/report', report, { as })
    const reports = (review: AgreedReview) =>
      journal.database.db
        .selectFrom('review_reports')
        .selectAll()
        .where('assignment_id', '=', review.assignment.id)
        .execute()
    const deciding = (review: AgreedReview) =>
      journal.database.transaction((tx) =>
        decide(tx, review.editor, {
          articleId: review.articleId,
          kind: 'minor',
          letter: 'Please revise.',
          revisionDueOn: addDays(dayOf(new Date()), 14),
          exceptionReason: null,
          releases: [],
          seenReports: [],
        }),
      )

    test('a report is sent once, however often it arrives', async () => {
      const review = await anAgreedReview(journal.database)
      await journal.post('/review/draft/save', { content: draftOf('A draft'), revision: 0 }, { as: review })
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(review, reportOf('Well done.'))))
      for (const { status, body, text } of answers) {
        expect(status, text).toBe(200)
        expect(body).toEqual(answers[0]!.body)
      }
      const [row, ...more] = await reports(review)
      expect(more).toEqual([])
      expect(row).toMatchObject({ to_authors: 'Well done.', recommendation: 'minor', late_at: null })
      expect((await journal.post('/review/draft', {}, { as: review })).body).toMatchObject({
        state: 'sent',
        draft: null,
      })
    })

    test('another report after it is refused, and so is a draft', async () => {
      const review = await anAgreedReview(journal.database)
      await send(review, reportOf('First'))
      const second = await send(review, reportOf('Second'))
      expect([second.status, second.body.message]).toEqual([409, 'The report has already been sent.'])
      const draft = await journal.post('/review/draft/save', { content: draftOf('x'), revision: 0 }, { as: review })
      expect(draft.status).toBe(409)
      expect(await reports(review)).toHaveLength(1)
    })

    test('what is missing is named field by field', async () => {
      const review = await anAgreedReview(journal.database)
      const { answers, ...rest } = reportOf('Text')
      const { methods: _, ...some } = answers
      const refused = await send(review, { ...rest, answers: some, noAi: false })
      expect(refused.status).toBe(400)
      expect(refused.body.errors).toEqual({ 'answers.methods': ANSWER_REQUIRED, noAi: NO_AI_REQUIRED })
    })

    test('a draft of another device that is newer refuses the report, and comes with the refusal', async () => {
      const review = await anAgreedReview(journal.database)
      await journal.post('/review/draft/save', { content: draftOf('One'), revision: 0 }, { as: review })
      await journal.post('/review/draft/save', { content: draftOf('Two, on the train'), revision: 1 }, { as: review })
      const refused = await send(review, reportOf('One', { revision: 1 }))
      expect(refused.status).toBe(409)
      expect(refused.body.newerDraft).toMatchObject({ revision: 2, content: draftOf('Two, on the train') })
      expect((await send(review, reportOf('Both', { revision: 2 }))).status).toBe(200)
    })

    test('who has helped is written to the editor, unless a colleague is named', async () => {
      const alone = await anAgreedReview(journal.database)
      await send(alone, reportOf('Text', { workedWith: 'Ana Silva' }))
      expect((await reports(alone))[0]!.to_editor).toBe('For the editor alone.\n\nWorked with: Ana Silva')
      const together = await anAgreedReview(journal.database)
      const colleague = await aColleague(journal.database, together)
      expect((await send(colleague, reportOf('Text'))).body.message).toBe(REVIEWER_SENDS)
      await send(together, reportOf('Text', { workedWith: 'Ana Silva' }))
      expect((await reports(together))[0]!.to_editor).toBe('For the editor alone.')
    })

    test('after the decision it is kept as late', async () => {
      const review = await anAgreedReview(journal.database)
      await deciding(review)
      expect((await send(review, reportOf('Late'))).body).toMatchObject({ late: true, version: 1 })
    })

    test(
      `in ${RACES} races of a report against a decision there is one outcome each`,
      async () => {
        const seen = { inTime: 0, late: 0 }
        // Of the loser, in the next race: however fast the machine is, both win about as often.
        let reportStartsEarlier = 0
        for (let race = 0; race < RACES; race++) {
          const review = await anAgreedReview(journal.database)
          const pause = (least: number) =>
            new Promise((done) => setTimeout(done, Math.max(0, least) + Math.random() * 4))
          const decided = pause(reportStartsEarlier)
            .then(() => deciding(review))
            .then(
              () => 'decided',
              (error: unknown) => (error instanceof DomainError ? error.message : Promise.reject(error as Error)),
            )
          const [outcome, sent] = await Promise.all([
            decided,
            pause(-reportStartsEarlier).then(() => send(review, reportOf('A race'))),
          ])
          expect(sent.status, sent.text).toBe(200)
          expect(outcome).toBe(sent.body.late ? 'decided' : REPORT_ARRIVED)
          expect(await reports(review)).toHaveLength(1)
          seen[sent.body.late ? 'late' : 'inTime']++
          reportStartsEarlier += sent.body.late ? 5 : -5
        }
        // Otherwise it was no race.
        expect(Math.min(seen.inTime, seen.late)).toBeGreaterThan(0)
      },
      90_000 + RACES * 1_000,
    )
  })
})
