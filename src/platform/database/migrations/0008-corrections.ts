/** Corrections and tombstones of articles. */
export const statements = [
  // Incremented by every change of content: a caller with an older version cannot overwrite a newer one.
  `alter table articles add column version integer not null default 1`,
  // When the published content was last changed.
  `alter table articles add column corrected_at text`,
  // PostgreSQL fixes a view's columns on creation, so it is recreated to include the new ones.
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,

  // Why an article was corrected, and the former values of the corrected fields. No foreign keys: it outlives
  // the article and the user.
  `create table article_corrections (
    id text primary key,
    article_id text not null,
    version integer not null,
    at text not null,
    corrected_by text,
    reason text not null,
    replaced text not null
  )`,
  `create unique index article_corrections_version on article_corrections (article_id, version)`,

  // A file replaced by a correction is kept as long as those of deleted articles.
  `create table replaced_files (
    file_id text primary key references files (id) on delete restrict,
    article_id text not null,
    replaced_at text not null
  )`,

  // The tombstone of a removed article, which outlives its content.
  `create table article_tombstones (
    id text primary key,
    slug text not null,
    title text not null,
    authors text not null,
    doi text,
    origin text not null,
    published_at text not null,
    deleted_at text not null,
    reason text
  )`,
  `create index article_tombstones_deleted on article_tombstones (deleted_at, id)`,
]
