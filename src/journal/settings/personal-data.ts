import { COLUMN, type PersonalDataPart } from '../../platform/personal-data-part.ts'

/** What an editor is changing in Settings, and what they have published there: the history keeps it, without their name. */
export const settingsData: PersonalDataPart = {
  name: 'settings',
  about:
    'What you are changing in Settings and have not published, and the versions of the journal that you have published.',
  give: async function* (db, { id }) {
    const drafts = await db.selectFrom('journal_drafts').selectAll().where('user_id', '=', id).orderBy('item').execute()
    for (const { content, saved_at } of drafts)
      if (content !== null) yield { savedAt: saved_at, draft: JSON.parse(content) as unknown }
    const versions = await db
      .selectFrom('journal_versions')
      .select(['number', 'at', 'note'])
      .where('by_id', '=', id)
      .orderBy('number')
      .execute()
    for (const { number, at, note } of versions) yield { publishedAt: at, version: number, note }
  },
  erase: async (tx, { id }) => {
    await tx.deleteFrom('journal_drafts').where('user_id', '=', id).execute()
  },
  columns: { 'journal_drafts.user_id': COLUMN.gone, 'journal_versions.by_id': COLUMN.reference },
}
