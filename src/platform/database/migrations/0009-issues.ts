/** Larger numbers are not page numbers; articles without pages are sorted last. */
const LAST = 2_147_483_647

const issuesAndReviewers = [
  `alter table articles add column issue text`,

  // Who named a contributor: submitters see only the reviewers whom they suggested themselves. People who
  // were inserted together with an article came with its submission. If an editor has changed a person since,
  // it is not known who named the present one: null, which hides reviewers from the submitter.
  `alter table article_contributors add column named_by text references users (id) on delete set null`,
  `update article_contributors set named_by = (
    select articles.submitter_id from articles
    where articles.id = article_contributors.article_id
      and articles.created_at = article_contributors.created_at
      and not exists (select 1 from audit_entries
        where audit_entries.subject = articles.id and audit_entries.action = 'article.change-contributor'))`,
]

/** A volume is sorted by page. The view is recreated because PostgreSQL fixes its columns on creation. */
const volumesByPage = [
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
  `drop index articles_public_volume`,
  `create index articles_public_volume on articles (volume_id, page_order, published_at desc, id desc)
    where published_at is not null and approved_at is not null and archived_at is null`,
]

/**
 * Issues, who named a reviewer, and the first page as a generated column, so that it never differs from the
 * page range; the engines extract digits in different ways.
 */
export const statements = {
  sqlite: [
    ...issuesAndReviewers,
    `alter table articles add column page_order integer
      generated always as (min(coalesce(cast(page_num as integer), ${LAST}), ${LAST})) virtual`,
    ...volumesByPage,
  ],
  postgres: [
    ...issuesAndReviewers,
    `alter table articles add column page_order integer
      generated always as (least(coalesce(substring(page_num from '^[0-9]+')::numeric, ${LAST}), ${LAST})::integer) stored`,
    ...volumesByPage,
  ],
}
