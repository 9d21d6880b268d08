/** How articles are used, by month, by the rules of COUNTER. There are no readers in it, only numbers. */
export const statements = [
  // No foreign key: what was used is still reported when the article has been removed.
  `create table usage_months (
    article_id text not null,
    month text not null,
    views integer not null,
    downloads integer not null,
    total_investigations integer not null,
    unique_investigations integer not null,
    total_requests integer not null,
    unique_requests integer not null,
    primary key (article_id, month)
  )`,
  `create index usage_months_month on usage_months (month)`,

  // What the articles' pages show: the numbers of all time up to a day, made once a day.
  `create table usage_totals (
    article_id text primary key,
    views integer not null,
    downloads integer not null
  )`,
  `create table usage_days (day text primary key)`,
]
