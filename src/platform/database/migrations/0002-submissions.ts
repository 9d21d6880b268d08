/** Tables for submissions: image descriptions, deleted articles, proofs of ORCID iDs. */
export const statements = [
  `alter table articles add column image_alt text`,
  // PostgreSQL fixes a view's columns on creation, so it is recreated to include the new one.
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
  `create index articles_image on articles (image_file_id)`,
  `create index articles_pdf on articles (pdf_file_id)`,
  `create index files_owner on files (owner_id, created_at)`,

  // A deleted article is kept for a while, so that a mistake can be undone by hand.
  `create table deleted_articles (
    id text primary key,
    deleted_at text not null,
    deleted_by text,
    content text not null
  )`,
  `create table deleted_article_files (
    article_id text not null references deleted_articles (id) on delete cascade,
    file_id text not null references files (id) on delete restrict,
    primary key (article_id, file_id)
  )`,
  `create index deleted_article_files_file on deleted_article_files (file_id)`,

  // One row per ORCID connection: first a single-use state, then a proof.
  `create table orcid_connections (
    state_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    browser_hash text not null,
    expires_at text not null,
    used_at text,
    orcid text
  )`,
  `create index orcid_connections_user on orcid_connections (user_id)`,
]
