/**
 * What an email of a review is about. There are no foreign keys: the record of an email outlives what it
 * reported.
 */

const columns = [
  `alter table outbox add column article_id text`,
  `alter table outbox add column assignment_id text`,
  `alter table outbox add column decision_id text`,
  // When the mail server first refused the recipient's address for good.
  `alter table outbox add column refused_at text`,
]

const ABOUT_ARTICLES = `kind in ('submission-received', 'submission-to-review', 'submission-deleted',
  'article-published', 'article-archived', 'article-corrected', 'article-deleted')`

const indexes = ['article_id', 'assignment_id', 'decision_id'].map(
  (column) => `create index outbox_${column} on outbox (${column}) where ${column} is not null`,
)

const withArticle = (articleIdInData: string) => [
  ...columns,
  `update outbox set article_id = ${articleIdInData} where ${ABOUT_ARTICLES}`,
  ...indexes,
]

export const statements = {
  sqlite: withArticle(`json_extract(data, '$.articleId')`),
  // A value of the data contains no unescaped quote.
  postgres: withArticle(`substring(data from '"articleId":"([^"]*)"')`),
}
