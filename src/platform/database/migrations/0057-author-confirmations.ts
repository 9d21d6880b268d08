/**
 * Answers of authors bind the case from now on. Lists that authors were asked about before this, and cases whose authors were
 * never asked, stop nothing: the default says so for every row that is there, and for those of an older program beside this.
 */
export const statements = [
  `alter table author_confirmations add column waive_reason text`,
  `alter table author_confirmations add column is_removed integer not null default 0`,
  `alter table author_confirmations add column is_binding integer not null default 0`,

  // Authors connect their ORCID iD by link, without an account. What was under way lasts ten minutes, and is begun again.
  `drop table orcid_connections`,
  `create table orcid_connections (
    state_hash text primary key,
    -- Null for an author who has come by link.
    user_id text references users (id) on delete cascade,
    article_id text references articles (id) on delete cascade,
    -- In small letters.
    email text,
    browser_hash text not null,
    expires_at text not null,
    used_at text,
    orcid text
  )`,
  `create index orcid_connections_user on orcid_connections (user_id)`,
  `create index orcid_connections_article on orcid_connections (article_id)`,
]
