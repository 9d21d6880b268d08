/** What was made up to try things on: the cases, the reviewers and the accounts of authors. Articles have their origin. */
export const statements = [
  `alter table review_cases add column is_sample integer not null default 0`,
  `create index review_cases_samples on review_cases (article_id) where is_sample = 1`,
  `alter table reviewers add column is_sample integer not null default 0`,
  `create index reviewers_samples on reviewers (id) where is_sample = 1`,
  `create index articles_samples on articles (id) where origin = 'sample'`,
  `alter table users add column is_sample integer not null default 0`,
  `create index users_samples on users (id) where is_sample = 1`,
]
