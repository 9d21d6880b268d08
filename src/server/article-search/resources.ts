import type { Documents } from '../manuscripts/documents.ts'
import type { Platform } from '../platform.ts'

export interface SearchResources extends Platform {
  readonly documents: Documents
}
