import type { FileResources } from '../../publication/files/resources.ts'
import type { Documents } from '../../documents/documents.ts'
import type { ReviewerResources } from '../reviewers/resources.ts'

export interface CaseResources extends FileResources, ReviewerResources {
  readonly documents: Documents
}
