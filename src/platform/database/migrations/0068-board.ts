/** The editorial board as people who serve from a day until another, in groups. Its page is made from them. */
export const statements = [
  `create table board_groups (
    id text primary key,
    name text not null,
    position integer not null
  )`,
  `create table board_people (
    id text primary key,
    name text not null,
    affiliation text not null,
    country text not null,
    orcid text,
    photo_file_id text references files (id),
    bio text not null
  )`,
  `create index board_people_photo on board_people (photo_file_id)`,
  `create table board_terms (
    id text primary key,
    person_id text not null references board_people (id) on delete cascade,
    group_id text not null references board_groups (id) on delete cascade,
    role text not null,
    position integer not null,
    -- Days; null: since before it was noted, and as long as the term lasts. The last day is served.
    from_on text,
    until_on text
  )`,
  `create index board_terms_person on board_terms (person_id)`,
  `create index board_terms_group on board_terms (group_id)`,
  // 1 while the record is made from people; whatever writes the record itself makes it 0.
  `alter table editorial_members add column from_people integer not null default 0`,
]
