/** Spent refresh tokens of sessions, and email addresses that are not confirmed yet. */
export const statements = [
  // A refresh token that has been replaced: if it is presented again, it has been stolen.
  `create table spent_tokens (
    token_hash text primary key,
    session_id text not null references sessions (id) on delete cascade,
    spent_at text not null
  )`,
  `create index spent_tokens_session on spent_tokens (session_id)`,
  `insert into spent_tokens (token_hash, session_id, spent_at)
    select previous_hash, id, coalesce(rotated_at, created_at) from sessions where previous_hash is not null`,
  `drop index sessions_previous`,
  `alter table sessions drop column previous_hash`,

  // The new address, once it is confirmed; until then the old one is used.
  `alter table users add column pending_email text`,
]
