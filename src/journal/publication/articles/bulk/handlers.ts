import type { bulk } from '../../../../contract/api/bulk-articles.ts'
import type { Handlers } from '../../../../platform/call.ts'
import { isUndoable, lastChange } from '../../bulk-changes.ts'
import { changeMany } from './change.ts'
import { type Changed, KIND, presentChange } from './kept.ts'
import { undoMany } from './undo.ts'

export const bulkHandlers: Handlers<{ bulk: typeof bulk }>['bulk'] = {
  last: async ({ database, caller }) => {
    const change = await lastChange<Changed>(database.db, KIND, caller.userId)
    return { change: change && isUndoable(change) ? presentChange(change.id, change.at, change.before) : null }
  },

  change: ({ database, caller }, form) => database.transaction((tx) => changeMany(tx, caller, form)),

  undo: ({ database, caller }, { id }) => database.transaction((tx) => undoMany(tx, caller, id)),
}
