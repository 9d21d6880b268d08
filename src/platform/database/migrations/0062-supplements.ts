/**
 * What authors give with their articles, and how: drafts that follow the account, supplementary files, competing interests of
 * each person, and the funders that are suggested by name.
 */
const common = [
  // The draft that someone writes on has the id of its person; others wait.
  `create table submission_drafts (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    -- JSON, as the form has sent it; null once it was submitted or discarded, so that a device that does not know is not behind.
    content text,
    title text not null,
    revision integer not null,
    saved_at text not null
  )`,
  `create index submission_drafts_user on submission_drafts (user_id)`,
  // Uploads of a draft: claimed, so that they are not swept.
  `create table submission_draft_files (
    draft_id text not null references submission_drafts (id) on delete cascade,
    file_id text not null references files (id),
    primary key (draft_id, file_id)
  )`,
  `create index submission_draft_files_file on submission_draft_files (file_id)`,

  // Files that belong to an article beside its text.
  `create table supplements (
    article_id text not null references articles (id) on delete cascade,
    position integer not null,
    file_id text not null references files (id),
    title text not null,
    -- Null: that of the article.
    licence_url text,
    doi text,
    primary key (article_id, position)
  )`,
  `create index supplements_file on supplements (file_id)`,

  // What an author has said by link about their own interests: null was not answered, '' is none.
  `alter table contributors add column competing_interests text`,
]

const FILES = `
    article_id text not null,
    number integer not null,
    kind text not null check (kind in ('pdf', 'source', 'image', 'figure', 'supplement')),
    -- Of a figure, as in its address; of a supplement its place.
    name text not null default '',
    file_id text not null references files (id),
    primary key (article_id, number, kind, name),
    foreign key (article_id, number) references article_versions (article_id, number) on delete cascade`

/** Versions have supplements too: SQLite changes a check only with its table. */
export const statements = {
  sqlite: [
    ...common,
    `create table version_files (${FILES})`,
    `insert into version_files (article_id, number, kind, name, file_id)
      select article_id, number, kind, name, file_id from article_version_files`,
    `drop table article_version_files`,
    `alter table version_files rename to article_version_files`,
    `create index article_version_files_file on article_version_files (file_id)`,
  ],
  postgres: [
    ...common,
    `alter table article_version_files drop constraint article_version_files_kind_check`,
    `alter table article_version_files add constraint article_version_files_kind_check
      check (kind in ('pdf', 'source', 'image', 'figure', 'supplement')) not valid`,
  ],
}
