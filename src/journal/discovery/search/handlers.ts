import type { search } from '../../../contract/api/search.ts'
import type { Handlers } from '../../../platform/call.ts'
import { findArticles } from './find.ts'

export const searchHandlers: Handlers<{ search: typeof search }>['search'] = {
  find: ({ database }, input) => findArticles(database.db, input),
}
