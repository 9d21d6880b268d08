import type { Platform } from '../../platform/platform.ts'
import type { Crossref } from './client.ts'

/** What the module needs besides the platform. */
export interface CrossrefResources extends Platform {
  /** Null without credentials: then editors take the files to Crossref themselves. */
  readonly crossref: Crossref | null
}
