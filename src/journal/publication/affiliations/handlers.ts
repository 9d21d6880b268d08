import type { affiliations } from '../../../contract/api/contributors.ts'
import type { Handlers } from '../../../platform/call.ts'
import { suggestAffiliations } from './suggest.ts'

export const affiliationHandlers: Handlers<{ affiliations: typeof affiliations }>['affiliations'] = {
  suggest: ({ database, caller }, { q = '' }) => suggestAffiliations(database.db, caller.userId, q),
}
