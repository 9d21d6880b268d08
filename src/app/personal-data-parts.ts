import { authorshipData } from '../journal/peer-review/authorship/personal-data.ts'
import { activityData } from '../journal/accounts/activity/personal-data.ts'
import { eraseSuggestedReviewer } from '../journal/publication/articles/contributor-rows.ts'
import { eraseFromCases } from '../journal/peer-review/cases/erase.ts'
import { correspondenceData, reviewData } from '../journal/peer-review/cases/personal-data.ts'
import { emailData } from '../platform/email/personal-data.ts'
import { draftData } from '../journal/publication/submission-drafts/personal-data.ts'
import { fileData } from '../journal/publication/files/personal-data.ts'
import { feeData } from '../journal/fees/personal-data.ts'
import type { PersonalDataPart } from '../platform/personal-data-part.ts'
import { submissionData } from '../journal/peer-review/author/personal-data.ts'
import type { AddressHashes } from '../journal/peer-review/reviewers/address-hashes.ts'
import type { ErasePart } from '../journal/peer-review/reviewers/commands.ts'
import { settingsData } from '../journal/settings/personal-data.ts'
import { editorDraftData } from '../platform/drafts.ts'
import { noticeData } from '../journal/publication/notices/personal-data.ts'
import { followData } from '../journal/publication/following/personal-data.ts'
import { requestData } from '../journal/publication/requests/personal-data.ts'
import { reviewerData } from '../journal/peer-review/reviewers/personal-data.ts'
import { secondFactorData } from '../journal/accounts/second-factors/personal-data.ts'
import { sessionData } from '../journal/accounts/sessions/personal-data.ts'
import { guestEditorData } from '../journal/publication/volumes/personal-data.ts'
import { dutyData } from '../journal/accounts/duties/personal-data.ts'
import { boardData } from '../journal/publication/editorial-members/personal-data.ts'
import { accountData } from '../journal/accounts/users/personal-data.ts'

/** What is erased with a reviewer besides the reviewer. */
export const REVIEWER_PARTS: readonly ErasePart[] = [eraseFromCases, eraseSuggestedReviewer]

/**
 * What all modules hold of a person with an account: given to them and erased in this order. The account itself comes
 * last: the others still find the person by it. A module that begins to hold something adds its part here.
 */
export const personalDataParts = ({ addressHashes }: { addressHashes: AddressHashes }): readonly PersonalDataPart[] => [
  submissionData,
  draftData,
  editorDraftData,
  settingsData,
  authorshipData,
  noticeData,
  requestData,
  feeData,
  followData,
  boardData,
  guestEditorData,
  dutyData,
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
