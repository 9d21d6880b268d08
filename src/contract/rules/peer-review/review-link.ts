import { DAY_MS } from '../text/dates.ts'

/** The person who acts through a review link: for one assignment only, never for an account. */
export interface ReviewerActor {
  readonly assignmentId: string
  /** The co-reviewer whose link it is; null: the invited reviewer's. */
  readonly coReviewerId: string | null
}

/** The scheme of the Authorization header that carries a review link's secret. */
export const REVIEW_SCHEME = 'Review'

export const REVIEW_LINK_NEEDED = 'Please open the link in our email to you.'
export const REVIEW_LINK_EXPIRED = 'This link has expired. We can send a new one to the address that was invited.'

/** How long a link works after the review has ended for its reviewer, or after it was sent if that was later. */
export const LINK_DAYS_AFTER_CLOSING = 30

/** True once a link has expired: `closedAt` is when its round ended, `sentAt` when the link was made. */
export const isLinkExpired = (closedAt: string | null, sentAt: string, now: Date): boolean =>
  closedAt !== null &&
  Math.max(Date.parse(closedAt), Date.parse(sentAt)) + LINK_DAYS_AFTER_CLOSING * DAY_MS < now.getTime()

/** An address of which only its owner recognises the rest: 'm…@kew.test'. */
export const maskedAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}…${email.slice(at)}`
}
