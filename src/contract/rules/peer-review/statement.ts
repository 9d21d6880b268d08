import { journal } from '../../journal.ts'

/** What is printed with an article about its peer review. */
export interface PrintedReview {
  /** False for an article that was approved without reports. */
  readonly isReviewed: boolean
  readonly exceptionReason: string | null
  readonly guestEditor: string | null
}

/** In the words of NISO's terminology (Z39.106): the reviewers know the authors, and not the other way round. */
const REVIEWED = 'Peer reviewed, single-blind.'
const NOT_REVIEWED = 'Published by decision of the editor, without external peer review.'

/** The statement on an article's page; empty where there is nothing to print. */
export function peerReviewStatement({ isReviewed, exceptionReason, guestEditor }: PrintedReview): string {
  if (!isReviewed) return journal().review.showNotReviewed ? NOT_REVIEWED : ''
  return [
    REVIEWED,
    exceptionReason && `Accepted with fewer independent reports than the journal’s policy asks for: ${exceptionReason}`,
    guestEditor && `Decided by the guest editor ${guestEditor}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
