/** A review that a reviewer has agreed to, with the link from their email: where a report begins. */
import { REVIEW_SCHEME } from '../../src/contract/rules/peer-review/review-link.ts'
import { makeReviewLink } from '../../src/journal/peer-review/cases/links.ts'
import type { Caller } from '../../src/platform/call.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import type { AssignmentRow } from '../../src/platform/database/review-tables.ts'
import { newId } from '../../src/platform/ids.ts'
import { journal } from '../../journal.config.ts'
import { aReviewer, type ArticleOptions } from './builders.ts'
import { aCase, agreed, anEditor, invited } from './review-builders.ts'

export interface AgreedReview {
  articleId: string
  assignment: AssignmentRow
  editor: Caller
  /** The address of the reviewer's page. */
  link: string
  /** The reviewer, as a caller of the API. */
  headers: { authorization: string }
}

/** The header that carries the secret of a link. */
export const headersOf = (link: string) => ({ authorization: `${REVIEW_SCHEME} ${link.split('#')[1]!}` })

export async function anAgreedReview(
  database: Database,
  { fullName = 'Marta Lindqvist', ...options }: { fullName?: string } & ArticleOptions = {},
): Promise<AgreedReview> {
  const article = await aCase(database, options)
  const editor = await anEditor(database)
  const reviewer = await aReviewer(database, { fullName, emails: [`${newId()}@moss.test`] })
  const [asked] = await invited(database, editor, article.id, { reviewers: [reviewer] })
  const assignment = await agreed(database, asked!.id, { dueOn: '2099-01-31' })
  const link = await database.transaction((tx) =>
    makeReviewLink(tx, '', { assignmentId: assignment.id, email: assignment.email }),
  )
  return { articleId: article.id, assignment, editor, link, headers: headersOf(link) }
}

/** A colleague who has confirmed that they help, with their own link. */
export async function aColleague(
  database: Database,
  { assignment }: AgreedReview,
  state: 'invited' | 'confirmed' = 'confirmed',
): Promise<{ headers: { authorization: string } }> {
  const [id, email, at] = [newId(), `${newId()}@fern.test`, new Date().toISOString()]
  return database.transaction(async (tx) => {
    await tx
      .insertInto('co_reviewers')
      .values({
        id,
        assignment_id: assignment.id,
        full_name: 'Fern Colleague',
        email,
        orcid: null,
        state,
        conflict_text: null,
        confirmed_at: state === 'confirmed' ? at : null,
        created_at: at,
      })
      .execute()
    return {
      headers: headersOf(await makeReviewLink(tx, '', { assignmentId: assignment.id, coReviewerId: id, email })),
    }
  })
}

/** A draft with these words. */
export const draftOf = (toAuthors: string, more: object = {}) => ({
  answers: {},
  toAuthors,
  toEditor: '',
  recommendation: null,
  noAi: false,
  workedWith: '',
  ...more,
})

/** A report in which nothing is missing. */
export const reportOf = (toAuthors: string, more: object = {}) => ({
  answers: Object.fromEntries(journal.review.questions.map(({ id }) => [id, 'yes' as const])),
  toAuthors,
  toEditor: 'For the editor alone.',
  recommendation: 'minor' as const,
  noAi: true as const,
  ...more,
})
