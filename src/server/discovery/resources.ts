import type { FileResources } from '../files/resources.ts'
import type { CardPainter } from './card/painter.ts'
import type { CitationFormatter } from './citation/formatter.ts'

export interface DiscoveryResources extends FileResources {
  readonly cardPainter: CardPainter
  readonly citationFormatter: CitationFormatter
}
