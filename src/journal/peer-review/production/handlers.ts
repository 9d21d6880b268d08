import type { production } from '../../../contract/api/production.ts'
import type { Handlers } from '../../../platform/call.ts'
import { listProduced, readProduced } from './read.ts'

export const productionHandlers: Handlers<{ production: typeof production }>['production'] = {
  list: ({ database, caller }, asked) => listProduced(database.db, caller, asked),
  read: ({ database, caller }, { id }) => readProduced(database.db, caller, id),
}
