/** Notes that the editors of a case write for one another: neither authors nor reviewers read them. */
export const statements = [
  `create table case_notes (
    id text primary key,
    article_id text not null,
    user_id text not null,
    text text not null,
    at text not null
  )`,
  `create index case_notes_article on case_notes (article_id, at)`,
  `create index case_notes_user on case_notes (user_id)`,
]
