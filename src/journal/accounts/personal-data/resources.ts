import type { EmailResources } from '../../../platform/email/resources.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import type { ReviewerResources } from '../../peer-review/reviewers/resources.ts'
import type { UserResources } from '../users/resources.ts'

export interface OwnDataResources extends EmailResources, FileResources, ReviewerResources, UserResources {}
