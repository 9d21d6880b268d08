import type { editorialBoard, EditedBoard, ShownBoard } from '../../../contract/api/editorial-board.ts'
import { boardDays, boardOn } from '../../../contract/rules/site/board.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { shownRichText } from '../../../platform/html/sanitise.ts'
import { loadBoard } from './board-rows.ts'
import { publishBoard, today } from './publish-board.ts'
import { findRecord } from './record.ts'

export const editorialBoardHandlers: Handlers<{ editorialBoard: typeof editorialBoard }>['editorialBoard'] = {
  read: ({ database }, { on }) => shownBoard(database.db, on),

  edit: ({ database }) => editedBoard(database.db),

  publish: async ({ database, caller }, form) => {
    await database.transaction((tx) => publishBoard(tx, caller.userId, form))
    return editedBoard(database.db)
  },
}

async function shownBoard(db: Db, on: string | undefined): Promise<ShownBoard> {
  const record = await findRecord(db)
  const now = today()
  // Who will serve is not said before the day.
  const day = on === undefined || on > now ? now : on
  const isOfAnotherDay = on !== undefined && on !== now
  const empty = { day, isOfAnotherDay, groups: [], earlier: [] }
  if (!record) return { ...empty, html: null }
  if (!record.from_people) return { ...empty, html: shownRichText(record.members, record.members_cleaner) }
  const board = await loadBoard(db)
  const days = boardDays(board, now)
  return {
    ...{ html: null, day, isOfAnotherDay, groups: boardOn(board, day) },
    earlier: days.slice(1),
  }
}

async function editedBoard(db: Db): Promise<EditedBoard> {
  const record = await findRecord(db)
  const { groups, people, terms } = await loadBoard(db)
  return {
    ...{ groups: [...groups], people: [...people], terms: [...terms] },
    version: record?.version ?? 0,
    fromPeople: Boolean(record?.from_people),
    updatedAt: record?.updated_at ?? null,
  }
}
