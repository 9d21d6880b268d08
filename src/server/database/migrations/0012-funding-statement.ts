/** Who paid for the work. The view is made again because PostgreSQL fixes its columns when it is made. */
export const statements = [
  `alter table articles add column funding_statement text`,
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
]
