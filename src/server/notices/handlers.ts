import type { notices } from '../../contract/notices.ts'
import type { Handlers } from '../call.ts'

export const noticesHandlers: Handlers<{ notices: typeof notices }>['notices'] = {
  list: () => Promise.reject(new Error('not built yet')),
}
