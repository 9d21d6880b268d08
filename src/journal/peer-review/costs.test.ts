import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../contract/rules/text/dates.ts'
import { reportOf } from '../../../tests/support/agreed-review.ts'
import { aUser } from '../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import {
  aCase,
  agreed,
  callerFor,
  decided,
  invited,
  REPORT,
  withReports,
} from '../../../tests/support/review-builders.ts'
import type { Caller } from '../../platform/call.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { ArticleRow, UserRow } from '../../platform/database/tables.ts'
import { manuscriptHandlers } from './author/handlers.ts'
import { caseHandlers } from './case/handlers.ts'
import type { AssignmentRow } from '../../platform/database/review-tables.ts'
import { newId } from '../../platform/ids.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import type { z } from 'zod'
import type { NewReport } from '../../contract/api/review-reports.ts'
import { takeDueSteps } from './cases/reminders.ts'
import { decisionHandlers } from './decide/handlers.ts'
import { invitationHandlers } from './invite/handlers.ts'
import { reviewHandlers } from './link/handlers.ts'
import { reviewReportHandlers } from './report/handlers.ts'
import { statisticsHandlers } from './statistics/handlers.ts'
import { caseListHandlers } from './today/handlers.ts'

describe('what peer review asks of the database', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: UserRow
    let editor: Caller
    let article: ArticleRow
    let answered: ArticleRow

    /** The handlers' resources for a caller. */
    const as = <C>(caller: C, database: Database) => ({
      ...journal.resources,
      ...{ database, caller, setCookie: () => {}, address: '', userAgent: '' },
    })

    beforeAll(async () => {
      journal = await open()
      const { database } = journal
      author = await aUser(database)
      editor = callerFor(await aUser(database, { role: 'admin' }))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10 * DAY_MS })
      answered = await aCase(database, { submitter: author })
      await withReports(database, editor, answered.id)
      await decided(database, editor, answered.id, 'minor')
      vi.useRealTimers()
      article = await aCase(database, { submitter: author })
      await withReports(database, editor, article.id)
    })

    test('one case is read in so many queries', async () => {
      const { database } = journal
      const id = article.id
      const count = async (work: (database: Database) => Promise<unknown>) =>
        (await watchQueries(database, work)).length
      const asEditor = (watched: Database) => as(editor, watched)
      await takeDueSteps(database)
      expect({
        today: await count((watched) => caseListHandlers.today(asEditor(watched), { scope: 'mine', q: undefined })),
        toAct: await count((watched) => caseListHandlers.count(asEditor(watched), {})),
        case: await count((watched) => caseHandlers.get(asEditor(watched), { id })),
        author: await count((watched) => manuscriptHandlers.get(as(callerFor(author), watched), { id: answered.id })),
        reminders: await count((watched) => takeDueSteps(watched)),
        figures: await count((watched) => statisticsHandlers.readAll(asEditor(watched), {})),
        decide: await count((watched) => decisionHandlers.prepare(asEditor(watched), { id })),
        invite: await count((watched) => invitationHandlers.candidates(asEditor(watched), { id })),
      }).toEqual({ today: 8, toAct: 7, case: 45, author: 25, reminders: 8, figures: 10, decide: 24, invite: 32 })
    })

    test('a command locks its article once', async () => {
      const { database } = journal
      const { id } = await aCase(database, { submitter: author })
      const [one, two, three, four] = await invited(database, editor, id, { count: 3, standby: 1 })
      const locks = async (work: (database: Database) => Promise<unknown>) =>
        (await watchQueries(database, work)).filter(({ sql }) => /update "articles" set created_at/.test(sql)).length
      const asEditor = (watched: Database) => as(editor, watched)
      const reviewer = ({ id: assignmentId }: AssignmentRow, watched: Database) =>
        as({ assignmentId, coReviewerId: null, linkHash: '' }, watched)
      const consent = { conflict: { answer: 'none' as const }, dueOn: addDays(dayOf(new Date()), 14) }
      const report = reportOf('The question is well put.', { workedWith: '' }) as z.output<typeof NewReport>
      const person = { fullName: 'Fern Fresh', affiliation: '', email: `${newId()}@fern.test`, orcid: null }
      const invitation = {
        ...{ id, standby: [], replyDays: 7, reportDays: 14, message: null },
        invite: [{ person, despite: true, waive: null }],
      }
      await agreed(database, three!.id)
      expect({
        invite: await locks((watched) => invitationHandlers.invite(asEditor(watched), invitation)),
        agree: await locks((watched) => reviewHandlers.agree(reviewer(one!, watched), consent)),
        send: await locks((watched) => reviewReportHandlers.send(reviewer(one!, watched), report)),
        decline: await locks((watched) => reviewHandlers.decline(reviewer(two!, watched), {})),
        enter: await locks((watched) =>
          caseHandlers.enterReport(asEditor(watched), { id, assignmentId: three!.id, ...REPORT }),
        ),
        cancel: await locks((watched) => caseHandlers.cancelReview(asEditor(watched), { id, assignmentId: four!.id })),
        inviteNow: await locks((watched) => caseHandlers.inviteNow(asEditor(watched), { id, assignmentId: two!.id })),
      }).toEqual({ invite: 1, agree: 1, send: 1, decline: 1, enter: 1, cancel: 1, inviteNow: 1 })
    })
  })
})
