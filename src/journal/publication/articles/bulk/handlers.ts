import { BULK_UNDOABLE, type bulk } from '../../../../contract/api/bulk-articles.ts'
import type { Handlers } from '../../../../platform/call.ts'
import { undoableChanges } from '../../bulk-changes.ts'
import { changeMany } from './change.ts'
import { type Changed, KIND, presentChange } from './kept.ts'
import { undoMany } from './undo.ts'

export const bulkHandlers: Handlers<{ bulk: typeof bulk }>['bulk'] = {
  undoable: async ({ database, caller }) => {
    const changes = await undoableChanges<Changed>(database.db, KIND, caller.userId, BULK_UNDOABLE)
    return changes.map(({ id, at, before }) => presentChange(id, at, before))
  },

  change: ({ database, log, caller }, form) => changeMany({ database, log }, caller, form),

  undo: ({ database, caller }, { id }) => undoMany(database, caller, id),
}
