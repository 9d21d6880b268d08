/**
 * The sanitiser version that each rich text was sanitised with (`platform/html/sanitise.ts`): text of the current
 * version is served as it is. 0: before versions were recorded.
 */
export const statements = [
  `alter table articles add column abstract_cleaner integer not null default 0`,
  `alter table editorial_members add column members_cleaner integer not null default 0`,
  `alter table editorial_members_versions add column members_cleaner integer not null default 0`,
  // PostgreSQL fixes a view's columns on creation, so it is recreated to include the new one.
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
]
