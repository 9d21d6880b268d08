import { sql, type RawBuilder } from 'kysely'
import { isAcceptedForGood, UNDO_MINUTES } from '../../../contract/rules/peer-review/undo.ts'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { findCase, loadDecisions } from './case-rows.ts'

const sentBefore = (at: Date): string => new Date(at.getTime() - UNDO_MINUTES * MINUTE_MS).toISOString()

/** A decision that has not been undone. */
const standingOf = (
  article: RawBuilder<unknown>,
) => sql`decisions.article_id = ${article} and decisions.reverses_id is null
    and not exists (select 1 from decisions as undone where undone.reverses_id = decisions.id)`

/** The rule `isAcceptedForGood` for all cases: the ids of their articles, as a subquery. */
export function acceptedForGood(at: Date): RawBuilder<string> {
  const standing = standingOf(sql`accepted.article_id`)
  return sql<string>`(select accepted.article_id from review_cases as accepted where
    (accepted.stage = 'accepted' and not exists (select 1 from decisions where ${standing}
      and decisions.kind <> 'reopen' and decisions.decided_at > ${sentBefore(at)}))
    or (accepted.stage = 'withdrawn' and (select decisions.kind from decisions where ${standing}
      order by decisions.decided_at desc, decisions.id desc limit 1) = 'accept'))`
}

/** When an article was accepted for good; null before that, and of what was accepted without a decision. */
export const acceptedForGoodAt = (article: RawBuilder<unknown>, at: Date): RawBuilder<string | null> => sql<
  string | null
>`(select max(decisions.decided_at) from decisions
  where ${standingOf(article)} and decisions.kind = 'accept' and ${article} in ${acceptedForGood(at)})`

/** The cases of which their authors know that they have come to an end without an acceptance. A subquery. */
export const closedForAuthors = (at: Date): RawBuilder<string> =>
  sql<string>`(select closed.article_id from review_cases as closed where closed.stage = 'withdrawn'
    or (closed.stage = 'declined' and not exists (select 1 from decisions where ${standingOf(sql`closed.article_id`)}
      and decisions.kind <> 'reopen' and decisions.decided_at > ${sentBefore(at)})))`

/** The cases whose authors do not know yet how they end: neither accepted for good nor closed. The condition on `review_cases`. */
export const isUndecided = (at: Date): RawBuilder<boolean> => {
  const [standing, sent] = [standingOf(sql`review_cases.article_id`), sentBefore(at)]
  const mayBeUndone = sql`exists (select 1 from decisions where ${standing}
    and decisions.kind <> 'reopen' and decisions.decided_at > ${sent})`
  return sql<boolean>`(review_cases.stage in ('screening', 'reviewing', 'revising')
    or (review_cases.stage in ('accepted', 'declined') and ${mayBeUndone}))`
}

/** The rule of one case. */
export async function isAccepted(db: Db, articleId: string, at = new Date()): Promise<boolean> {
  const theCase = await findCase(db, articleId)
  return theCase !== undefined && isAcceptedForGood(theCase.stage, await loadDecisions(db, articleId), at)
}
