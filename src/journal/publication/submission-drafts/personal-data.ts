import { COLUMN, type PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** What someone has begun to submit. */
export const draftData: PersonalDataPart = {
  name: 'drafts',
  about: 'What you have begun to submit, as you typed it.',
  give: async function* (db, { id }) {
    const rows = await db
      .selectFrom('submission_drafts')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('saved_at')
      .orderBy('id')
      .execute()
    for (const { content, saved_at } of rows)
      if (content !== null) yield { savedAt: saved_at, draft: JSON.parse(content) as unknown }
  },
  erase: async (tx, { id }) => {
    await tx.deleteFrom('submission_drafts').where('user_id', '=', id).execute()
  },
  columns: { 'submission_drafts.user_id': COLUMN.gone },
}
