/** A page number larger than this is no page number; articles without pages come after all others. */
const LAST = 2_147_483_647

const issuesAndReviewers = [
  `alter table articles add column issue text`,

  // Who named a contributor: a submitter sees the reviewers that he or she named, and no others. What was
  // written together with an article came with its submission. Where an editor has since changed a
  // person, nobody can tell who named the present one: null, which keeps reviewers from the submitter.
  `alter table article_contributors add column named_by text references users (id) on delete set null`,
  `update article_contributors set named_by = (
    select articles.submitter_id from articles
    where articles.id = article_contributors.article_id
      and articles.created_at = article_contributors.created_at
      and not exists (select 1 from audit_entries
        where audit_entries.subject = articles.id and audit_entries.action = 'article.change-contributor'))`,
]

/** A volume is read page by page. The view is made again because PostgreSQL fixes its columns when it is made. */
const volumesByPage = [
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
  `drop index articles_public_volume`,
  `create index articles_public_volume on articles (volume_id, page_order, published_at desc, id desc)
    where published_at is not null and approved_at is not null and archived_at is null`,
]

/**
 * Issues, who named a reviewer, and the first page as a number. The database computes that number itself,
 * so that it never differs from the page range; each engine has its own words for the digits of a text.
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
