import type { PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** How the editorial board names a person, by the iD that they have shown to be theirs. */
export const boardData: PersonalDataPart = {
  name: 'editorial-board',
  about: 'How the page of the editorial board names you, by your ORCID iD, and from when until when.',
  give: async function* (db, { account: { orcid, orcid_proven_at } }) {
    if (orcid === null || orcid_proven_at === null) return
    const rows = await db
      .selectFrom('board_people as person')
      .innerJoin('board_terms as term', 'term.person_id', 'person.id')
      .innerJoin('board_groups as group', 'group.id', 'term.group_id')
      .select(['person.name', 'person.affiliation', 'person.country', 'person.bio', 'group.name as group'])
      .select(['term.role', 'term.from_on as from', 'term.until_on as until'])
      .where('person.orcid', '=', orcid)
      .orderBy('term.position')
      .execute()
    yield* rows
  },
  columns: { 'board_people.orcid': 'given to the person whose iD it is; the board is as the editors have printed it' },
}
