import type { pages } from '../../../contract/api/pages.ts'
import type { Handlers } from '../../../platform/call.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PageResources } from './resources.ts'

export const pageHandlers: Handlers<{ pages: typeof pages }, PageResources>['pages'] = {
  read: async ({ contentPages }, { slug }) => {
    const page = contentPages.get(slug)
    if (!page) throw notFound('Page')
    return page
  },
}
