import type { Documents } from '../../documents/documents.ts'
import type { Platform } from '../../../platform/platform.ts'

export interface SearchResources extends Platform {
  readonly documents: Documents
}
