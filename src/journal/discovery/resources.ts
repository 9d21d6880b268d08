import type { FileResources } from '../publication/files/resources.ts'
import type { CardPainter } from './cards/painter.ts'

export interface DiscoveryResources extends FileResources {
  readonly cardPainter: CardPainter
}
