import type { EmailResources } from '../../../platform/email/resources.ts'
import type { ReviewerResources } from '../reviewers/resources.ts'

export interface InviteResources extends EmailResources, ReviewerResources {}
