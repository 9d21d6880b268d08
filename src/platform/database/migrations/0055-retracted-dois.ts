/** What has been retracted elsewhere, from a list that an administrator loads: references to it are marked. */
export const statements = [
  `create table retracted_dois (
    -- In small letters.
    doi text primary key,
    nature text not null check (nature in ('retraction', 'concern')),
    -- A day; null where the list has none.
    retracted_on text,
    -- Of the load that named it last.
    loaded_at text not null
  )`,
]
