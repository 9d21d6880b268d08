/** What an editor has said about a step of setting up a journal that no fact of the journal tells. */
export const statements = [
  `create table setting_up_marks (
    step text primary key,
    state text not null check (state in ('done', 'not planned')),
    -- Null: the account was deleted.
    by_id text,
    at text not null
  )`,
]
