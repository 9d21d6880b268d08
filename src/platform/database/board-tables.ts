/** The editorial board as people: see the migration for what the columns mean. */
export interface BoardTables {
  board_groups: { id: string; name: string; position: number }
  board_people: {
    id: string
    name: string
    affiliation: string
    country: string
    orcid: string | null
    photo_file_id: string | null
    bio: string
  }
  board_terms: {
    id: string
    person_id: string
    group_id: string
    role: string
    position: number
    from_on: string | null
    until_on: string | null
  }
}
