import type { activity } from '../../../contract/api/activity.ts'
import type { Handlers } from '../../../platform/call.ts'
import { listActivity } from './queries.ts'

export const activityHandlers: Handlers<{ activity: typeof activity }>['activity'] = {
  list: ({ database, caller }, { page, limit, ...filter }) =>
    listActivity(database.db, caller, filter, { page, limit }),
}
