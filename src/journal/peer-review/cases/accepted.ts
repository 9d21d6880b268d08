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

/** The cases of which their authors know that they have come to an end without an acceptance. A subquery. */
export const closedForAuthors = (at: Date): RawBuilder<string> =>
  sql<string>`(select closed.article_id from review_cases as closed where closed.stage = 'withdrawn'
    or (closed.stage = 'declined' and not exists (select 1 from decisions where ${standingOf(sql`closed.article_id`)}
      and decisions.kind <> 'reopen' and decisions.decided_at > ${sentBefore(at)})))`

/** The rule of one case. */
export async function isAccepted(db: Db, articleId: string, at = new Date()): Promise<boolean> {
  const theCase = await findCase(db, articleId)
  return theCase !== undefined && isAcceptedForGood(theCase.stage, await loadDecisions(db, articleId), at)
}
