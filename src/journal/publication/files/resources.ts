import type { Platform } from '../../../platform/platform.ts'
import type { FileLinks } from './file-links.ts'
import type { Uploads } from './uploads.ts'

export interface FileResources extends Platform {
  readonly fileLinks: FileLinks
  readonly uploads: Uploads
}
