import { COLUMN, type PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** What an editor is writing for the news. What is published is the journal's own. */
export const newsDraftData: PersonalDataPart = {
  name: 'news drafts',
  about: 'What you are writing for the news and have not published.',
  give: async function* (db, { id }) {
    const rows = await db
      .selectFrom('announcement_drafts')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('saved_at')
      .orderBy('item')
      .execute()
    for (const { content, saved_at } of rows)
      if (content !== null) yield { savedAt: saved_at, draft: JSON.parse(content) as unknown }
  },
  erase: async (tx, { id }) => {
    await tx.deleteFrom('announcement_drafts').where('user_id', '=', id).execute()
  },
  columns: { 'announcement_drafts.user_id': COLUMN.gone },
}
