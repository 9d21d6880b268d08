import type { ContentPages } from './content-pages.ts'

export interface PageResources {
  /** The journal's pages as they are published. */
  readonly contentPages: Pick<ContentPages, 'get' | 'values'>
}
