import type { FileResources } from '../files/resources.ts'
import type { FullTextRenderer } from './renderer.ts'

export interface FullTextResources extends FileResources {
  readonly fullTextRenderer: FullTextRenderer
}
