import type { FileResources } from '../../publication/files/resources.ts'
import type { Documents } from '../../documents/documents.ts'

export interface ReportResources extends FileResources {
  readonly documents: Documents
}
