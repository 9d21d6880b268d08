import type { pages } from '../../contract/api/pages.ts'
import type { Handlers } from '../call.ts'
import { notFound } from '../domain-error.ts'
import type { PageResources } from './resources.ts'

export const pageHandlers: Handlers<{ pages: typeof pages }, PageResources>['pages'] = {
  read: async ({ contentPages }, { slug }) => {
    const page = contentPages.get(slug)
    if (!page) throw notFound('Page')
    return page
  },
}
