import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { browserApi } from '../../../../client/api.ts'
import { type ActOn, useLink } from '../../shared/use-link.ts'

/** Sends an answer to a review and shows the state after it. Returns what was wrong, or null. */
export type Act = ActOn<OpenReview>

/** What a review link opens. */
export const useReview = (secret: string) => useLink(secret, () => browserApi.reviews.open({}))
