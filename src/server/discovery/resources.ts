import type { Platform } from '../platform.ts'
import type { CardPainter } from './card/painter.ts'
import type { CitationFormatter } from './citation/formatter.ts'

export interface DiscoveryResources extends Platform {
  readonly cardPainter: CardPainter
  readonly citationFormatter: CitationFormatter
}
