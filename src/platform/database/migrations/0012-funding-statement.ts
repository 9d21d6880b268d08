/** The funding statement. The view is recreated because PostgreSQL fixes its columns on creation. */
export const statements = [
  `alter table articles add column funding_statement text`,
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
]
