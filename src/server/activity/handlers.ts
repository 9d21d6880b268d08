import type { activity } from '../../contract/activity.ts'
import type { Handlers } from '../call.ts'

export const activityHandlers: Handlers<{ activity: typeof activity }>['activity'] = {
  list: () => Promise.reject(new Error('not built yet')),
}
