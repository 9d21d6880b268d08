import type { EmailResources } from '../email/resources.ts'
import type { FileResources } from '../files/resources.ts'
import type { ReviewerResources } from '../reviewers/resources.ts'
import type { UserResources } from '../users/resources.ts'

export interface OwnDataResources extends EmailResources, FileResources, ReviewerResources, UserResources {}
