/** Which token replaced a spent one, in place of a time that two of them may share. */
export const statements = [
  `alter table spent_tokens add column replaced_by text`,
  `update spent_tokens set replaced_by = (
    select sessions.refresh_hash from sessions
    where sessions.id = spent_tokens.session_id and sessions.rotated_at = spent_tokens.spent_at)`,
  `alter table sessions drop column rotated_at`,
]
