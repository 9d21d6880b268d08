import type { caseList } from '../../../contract/api/case-list.ts'
import type { Handlers } from '../../../platform/call.ts'
import { countToAct, listAsGuest, listToday } from './list-cases.ts'

export const caseListHandlers: Handlers<{ caseList: typeof caseList }>['caseList'] = {
  today: ({ database, caller }, query) => listToday(database.db, caller.userId, query),
  count: async ({ database, caller }) => ({ act: await countToAct(database.db, caller.userId) }),
  asGuest: async ({ database, caller }) => ({ lines: await listAsGuest(database.db, caller.userId) }),
}
