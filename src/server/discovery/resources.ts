import type { Platform } from '../platform.ts'
import type { CitationFormatter } from './citation/formatter.ts'

export interface DiscoveryResources extends Platform {
  readonly citationFormatter: CitationFormatter
}
