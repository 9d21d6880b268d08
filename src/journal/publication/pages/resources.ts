import type { ContentPages } from './content-pages.ts'

export interface PageResources {
  readonly contentPages: ContentPages
}
