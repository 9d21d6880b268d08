/**
 * Which version of the cleaner has cleaned each rich text (`html/sanitise.ts`): one that the present
 * version has cleaned is shown as it is. 0: before versions were kept.
 */
export const statements = [
  `alter table articles add column abstract_cleaner integer not null default 0`,
  `alter table editorial_members add column members_cleaner integer not null default 0`,
  `alter table editorial_members_versions add column members_cleaner integer not null default 0`,
  // PostgreSQL fixes a view's columns when it is made: anew, so that the new one is in it.
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
]
