/** What accounts need: every spent refresh token of a session, and an email address that is not confirmed yet. */
export const statements = [
  // A refresh token that has been replaced, however long ago: whoever brings it back has stolen it.
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

  // The address that an account will have once it is confirmed; until then the old one counts.
  `alter table users add column pending_email text`,
]
