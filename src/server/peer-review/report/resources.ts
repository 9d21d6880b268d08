import type { FileResources } from '../../files/resources.ts'
import type { Documents } from '../../manuscripts/documents.ts'

export interface ReportResources extends FileResources {
  readonly documents: Documents
}
