import type { PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** How volumes name a guest editor, by the iD that they have shown to be theirs. */
export const guestEditorData: PersonalDataPart = {
  name: 'guest-editors',
  about: 'How the pages of volumes name you as a guest editor, by your ORCID iD.',
  give: async function* (db, { account: { orcid, orcid_proven_at } }) {
    if (orcid === null || orcid_proven_at === null) return
    const rows = await db
      .selectFrom('guest_editors as editor')
      .innerJoin('volumes as volume', 'volume.id', 'editor.volume_id')
      .select(['volume.title as volume', 'editor.name', 'editor.affiliation'])
      .where('editor.orcid', '=', orcid)
      .orderBy('volume.title')
      .execute()
    yield* rows
  },
  columns: {
    'guest_editors.orcid': 'given to the person whose iD it is; the volume is as the editors have printed it',
  },
}
