import type { MyReview } from '../../../contract/api/reviews.ts'
import { makeReviewLink } from '../cases/links.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'

const LISTED = 100

/**
 * The reviews of an account are those for which its address was invited, once that address is confirmed: neither a
 * name nor an ORCID iD shows that two are the same person.
 */
const invited = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('review_assignments as assignment', (join) =>
      join.on(({ fn, eb }) => eb(fn('lower', ['assignment.email']), '=', fn('lower', ['users.email']))),
    )
    .innerJoin('review_rounds as round', 'round.id', 'assignment.round_id')
    .innerJoin('review_cases', 'review_cases.article_id', 'assignment.article_id')
    .innerJoin('articles', 'articles.id', 'assignment.article_id')
    .where('users.id', '=', userId)
    .where('users.email_confirmed_at', 'is not', null)
    .where('assignment.state', '<>', 'standby')

export const reviewsOfAccount = async (db: Db, userId: string): Promise<MyReview[]> => {
  const rows = await invited(db, userId)
    .select(['assignment.id', 'assignment.state', 'assignment.reply_due_on', 'assignment.due_on'])
    .select(['articles.title', 'review_cases.number', 'round.number as round'])
    .orderBy('assignment.invited_at', 'desc')
    .orderBy('assignment.id')
    .limit(LISTED)
    .execute()
  return rows.map(({ id, state, title, number, round, reply_due_on, due_on }) => ({
    ...{ assignmentId: id, state, title, number, round },
    ...{ replyDueOn: reply_due_on, dueOn: due_on },
  }))
}

/** Makes a link for one of the account's reviews. */
export async function linkForAccount(tx: Tx, publicUrl: string, userId: string, assignmentId: string): Promise<string> {
  const own = await invited(tx, userId)
    .select('assignment.email')
    .where('assignment.id', '=', assignmentId)
    .executeTakeFirst()
  if (!own) throw notFound('Review')
  return makeReviewLink(tx, publicUrl, { assignmentId, email: own.email })
}
