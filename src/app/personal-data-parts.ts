import { activityData } from '../journal/accounts/activity/own-data.ts'
import { eraseSuggestedReviewer } from '../journal/publication/articles/contributor-rows.ts'
import { eraseFromCases } from '../journal/peer-review/cases/erase.ts'
import { correspondenceData, reviewData } from '../journal/peer-review/cases/own-data.ts'
import { emailData } from '../platform/email/own-data.ts'
import { fileData } from '../journal/publication/files/own-data.ts'
import type { PersonalDataPart } from '../platform/personal-data-part.ts'
import { submissionData } from '../journal/peer-review/author/own-data.ts'
import type { AddressHashes } from '../journal/peer-review/reviewers/address-hashes.ts'
import type { ErasePart } from '../journal/peer-review/reviewers/commands.ts'
import { reviewerData } from '../journal/peer-review/reviewers/own-data.ts'
import { secondFactorData } from '../journal/accounts/second-factors/own-data.ts'
import { sessionData } from '../journal/accounts/sessions/own-data.ts'
import { accountData } from '../journal/accounts/users/own-data.ts'

/** What is erased with a reviewer besides the reviewer. */
export const REVIEWER_PARTS: readonly ErasePart[] = [eraseFromCases, eraseSuggestedReviewer]

/**
 * What all modules hold of a person with an account: given to them and erased in this order. The account itself comes
 * last: the others still find the person by it. A module that begins to hold something adds its part here.
 */
export const personalDataParts = ({ addressHashes }: { addressHashes: AddressHashes }): readonly PersonalDataPart[] => [
  submissionData,
  correspondenceData,
  reviewData,
  reviewerData(addressHashes, REVIEWER_PARTS),
  emailData,
  activityData,
  fileData,
  secondFactorData,
  sessionData,
  accountData,
]
