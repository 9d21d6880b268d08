import { DAY_MS } from '../durations.ts'

/** The person who acts through a review link: for one assignment only, never for an account. */
export interface ReviewerActor {
  readonly assignmentId: string
  /** The co-reviewer whose link it is; null: the invited reviewer's. */
  readonly coReviewerId: string | null
}

/** The scheme of the Authorization header that carries a review link's secret. */
export const REVIEW_SCHEME = 'Review'

export const REVIEW_LINK_NEEDED = 'Please open the link in our email to you.'
export const REVIEW_LINK_EXPIRED = 'This link has expired. We can send a fresh one to the address that was invited.'

/** How long a link works after the review has ended for its reviewer. */
export const LINK_DAYS_AFTER_CLOSING = 30

/** True once a link has expired: `closedAt` is when its round ended, or its case. */
export const isLinkExpired = (closedAt: string | null, now: Date): boolean =>
  closedAt !== null && Date.parse(closedAt) + LINK_DAYS_AFTER_CLOSING * DAY_MS < now.getTime()
