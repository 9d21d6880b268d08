/** Cases of peer review in a given state, made by the program's own commands at the time of the clock. */
import type { Caller } from '../../src/platform/call.ts'
import { dayOf } from '../../src/contract/rules/peer-review/days.ts'
import type { LetterKind } from '../../src/contract/rules/peer-review/stages.ts'
import { decide } from '../../src/journal/peer-review/cases/decide.ts'
import { inviteReviewers } from '../../src/journal/peer-review/cases/invite.ts'
import { openCase } from '../../src/journal/peer-review/cases/open-case.ts'
import { reportsOf, submitReport } from '../../src/journal/peer-review/cases/report.ts'
import { agreeToReview } from '../../src/journal/peer-review/cases/respond.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import type { AssignmentRow, DecisionRow } from '../../src/platform/database/review-tables.ts'
import type { UserRow } from '../../src/platform/database/tables.ts'
import { anArticle, aReviewer, aUser } from './builders.ts'

export interface ACase {
  articleId: string
  author: UserRow
  editor: Caller
}

let made = 0

/** A manuscript in screening, received today. */
export async function aCase(database: Database): Promise<ACase> {
  const author = await aUser(database)
  const editor = await aUser(database, { role: 'admin' })
  const { id } = await anArticle(database, {
    ...{ state: 'pending', submitter: author },
    contributors: [{ role: 'Corresponding Author', full_name: 'Ayesha Malik', email: `case-${++made}@plants.test` }],
  })
  const at = new Date().toISOString()
  await database.transaction((tx) => openCase(tx, { articleId: id, submitterId: author.id, receivedOn: dayOf(at), at }))
  return { articleId: id, author, editor: { userId: editor.id, role: 'admin', sessionId: 'none' } }
}

/** Invites reviewers, the last ones on standby. */
export async function invited(
  database: Database,
  { articleId, editor }: ACase,
  { now = 2, standby = 0 } = {},
): Promise<AssignmentRow[]> {
  const people: { reviewerId: string; email: string; source: 'editor' }[] = []
  while (people.length < now + standby) {
    const email = `asked-${++made}@moss.test`
    people.push({ reviewerId: (await aReviewer(database, { emails: [email] })).id, email, source: 'editor' })
  }
  return database.transaction((tx) =>
    inviteReviewers(tx, editor, {
      ...{ articleId, replyDays: 7, reportDays: 14, message: null },
      invite: people.slice(0, now),
      standby: people.slice(now),
    }),
  )
}

export const agree = (database: Database, { id }: Pick<AssignmentRow, 'id'>, dueOn: string): Promise<unknown> =>
  database.transaction((tx) => agreeToReview(tx, id, { conflict: { answer: 'none' }, dueOn }))

export const report = (database: Database, { id }: Pick<AssignmentRow, 'id'>): Promise<unknown> =>
  database.transaction((tx) =>
    submitReport(tx, id, { answers: {}, toAuthors: 'Well done.', toEditor: '', recommendation: 'minor' }),
  )

export async function decided(
  database: Database,
  { articleId, editor }: ACase,
  kind: LetterKind,
  revisionDueOn: string | null = null,
): Promise<DecisionRow> {
  return database.transaction(async (tx) => {
    const assignments = await tx
      .selectFrom('review_assignments')
      .select('id')
      .where('article_id', '=', articleId)
      .execute()
    const reports = await reportsOf(
      tx,
      assignments.map(({ id }) => id),
    )
    return decide(tx, editor, {
      ...{
        articleId,
        kind,
        letter: 'Thank you.\n\nPlease answer each point.',
        exceptionReason: 'A special case.',
        releases: [],
        revisionDueOn,
      },
      seenReports: reports.map(({ id }) => id),
    })
  })
}
