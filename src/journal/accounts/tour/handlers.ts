import type { tour } from '../../../contract/api/tour.ts'
import type { Handlers } from '../../../platform/call.ts'
import { readDraft, saveDraft } from '../../../platform/drafts.ts'

/** It is kept where the person's drafts are, and goes with the account as they do. */
const ITEM = 'tour'
const LEFT = '"left"'

export const tourHandlers: Handlers<{ tour: typeof tour }>['tour'] = {
  read: async ({ database, caller }) => ({
    left: (await readDraft(database.db, caller.userId, ITEM)).content === LEFT,
  }),

  leave: ({ database, caller }) =>
    database.transaction(async (tx) => {
      const { content, revision } = await readDraft(tx, caller.userId, ITEM)
      if (content !== LEFT) await saveDraft(tx, caller.userId, { item: ITEM, content: LEFT, seen: revision })
      return { left: true }
    }),
}
