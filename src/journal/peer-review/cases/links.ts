import {
  isLinkExpired,
  REVIEW_LINK_EXPIRED,
  REVIEW_LINK_NEEDED,
  REVIEW_SCHEME,
} from '../../../contract/rules/peer-review/review-link.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { ReviewerCaller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { hashOfSecret, newSecret, now } from '../../../platform/ids.ts'

interface LinkFor {
  assignmentId: string
  coReviewerId?: string | null
  email: string
}

/** Makes a link for one assignment. It works many times, and only its hash is stored. Returns its address. */
export async function makeReviewLink(
  tx: Tx,
  publicUrl: string,
  { assignmentId, coReviewerId = null, email }: LinkFor,
): Promise<string> {
  const token = newSecret()
  await tx
    .insertInto('review_links')
    .values({
      token_hash: hashOfSecret(token),
      assignment_id: assignmentId,
      co_reviewer_id: coReviewerId,
      email,
      created_at: now(),
      revoked_at: null,
      last_used_at: null,
    })
    .execute()
  return `${publicUrl}${paths.review}#${token}`
}

/** The links of an assignment end: its invitation was sent to another address, or forwarded. */
export const revokeLinks = (tx: Tx, assignmentId: string): Promise<unknown> =>
  tx
    .updateTable('review_links')
    .set({ revoked_at: now() })
    .where('assignment_id', '=', assignmentId)
    .where('revoked_at', 'is', null)
    .execute()

/** The links of a colleague end, whose help an editor does without. */
export const revokeLinksOfColleague = (tx: Tx, coReviewerId: string): Promise<unknown> =>
  tx
    .updateTable('review_links')
    .set({ revoked_at: now() })
    .where('co_reviewer_id', '=', coReviewerId)
    .where('revoked_at', 'is', null)
    .execute()

export interface FoundLink extends ReviewerCaller {
  email: string
  isRevoked: boolean
  isExpired: boolean
}

/** The link of a token; undefined if there never was one. */
export async function findReviewLink(db: Db, token: string): Promise<FoundLink | undefined> {
  const linkHash = hashOfSecret(token)
  const row = await db
    .selectFrom('review_links as link')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'link.assignment_id')
    .innerJoin('review_rounds as round', 'round.id', 'assignment.round_id')
    .select(['link.assignment_id', 'link.co_reviewer_id', 'link.email', 'link.created_at', 'link.revoked_at'])
    .select(['round.closed_at', 'assignment.email as invited'])
    .where('link.token_hash', '=', linkHash)
    .executeTakeFirst()
  return (
    row && {
      linkHash,
      assignmentId: row.assignment_id,
      coReviewerId: row.co_reviewer_id,
      email: row.email,
      // A link that was made for an address before the invitation went to another.
      isRevoked: row.revoked_at !== null || (row.co_reviewer_id === null && row.email !== row.invited),
      isExpired: isLinkExpired(row.closed_at, row.created_at, new Date()),
    }
  )
}

/** Identifies the sender of a request by a review link; throws if it is unknown, revoked or expired. */
export async function loadReviewer(db: Db, authorization: string | undefined): Promise<ReviewerCaller> {
  const [scheme, token] = authorization?.split(' ') ?? []
  const link =
    scheme?.toLowerCase() === REVIEW_SCHEME.toLowerCase() && token ? await findReviewLink(db, token) : undefined
  if (!link || link.isRevoked) throw new DomainError('unauthenticated', REVIEW_LINK_NEEDED)
  if (link.isExpired) throw new DomainError('unauthenticated', REVIEW_LINK_EXPIRED)
  const { linkHash, assignmentId, coReviewerId } = link
  return { linkHash, assignmentId, coReviewerId }
}
