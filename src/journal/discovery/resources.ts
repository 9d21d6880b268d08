import type { FileResources } from '../publication/files/resources.ts'
import type { CardPainter } from './cards/painter.ts'
import type { CitationFormatter } from './citation/formatter.ts'

export interface DiscoveryResources extends FileResources {
  readonly cardPainter: CardPainter
  readonly citationFormatter: CitationFormatter
}
