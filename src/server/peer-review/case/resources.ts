import type { FileResources } from '../../files/resources.ts'
import type { Documents } from '../../manuscripts/documents.ts'
import type { ReviewerResources } from '../../reviewers/resources.ts'

export interface CaseResources extends FileResources, ReviewerResources {
  readonly documents: Documents
}
