/** The days to which editors have moved a revision: a decision and its letter stay as they were made. */
export const statements = [
  `create table revision_dates (
    decision_id text primary key references decisions (id) on delete cascade,
    due_on text not null,
    moved_at text not null
  )`,
]
