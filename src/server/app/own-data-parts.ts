import { activityData } from '../activity/own-data.ts'
import { eraseSuggestedReviewer } from '../articles/erase-suggested-reviewer.ts'
import { eraseFromCases } from '../cases/erase.ts'
import { correspondenceData, reviewData } from '../cases/own-data.ts'
import { emailData } from '../email/own-data.ts'
import { fileData } from '../files/own-data.ts'
import type { OwnDataPart } from '../own-data-part.ts'
import { submissionData } from '../peer-review/author/own-data.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import type { ErasePart } from '../reviewers/erase.ts'
import { reviewerData } from '../reviewers/own-data.ts'
import { secondFactorData } from '../second-factors/own-data.ts'
import { sessionData } from '../session/own-data.ts'
import { accountData } from '../users/own-data.ts'

/** What is erased with a reviewer besides the reviewer. */
export const REVIEWER_PARTS: readonly ErasePart[] = [eraseFromCases, eraseSuggestedReviewer]

/**
 * What all modules hold of a person with an account: given to them and erased in this order. The account itself comes
 * last: the others still find the person by it. A module that begins to hold something adds its part here.
 */
export const ownDataParts = ({ addressHashes }: { addressHashes: AddressHashes }): readonly OwnDataPart[] => [
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
