import { COLUMN, type PersonalDataPart } from '../../platform/personal-data-part.ts'

/** What an editor has published in Settings: the history keeps it, without their name. */
export const settingsData: PersonalDataPart = {
  name: 'settings',
  about: 'The versions of the journal that you have published in Settings.',
  give: async function* (db, { id }) {
    const versions = await db
      .selectFrom('journal_versions')
      .select(['number', 'at', 'note'])
      .where('by_id', '=', id)
      .orderBy('number')
      .execute()
    for (const { number, at, note } of versions) yield { publishedAt: at, version: number, note }
  },
  erase: async () => {},
  columns: { 'journal_versions.by_id': COLUMN.reference, 'setting_up_marks.by_id': COLUMN.reference },
}
