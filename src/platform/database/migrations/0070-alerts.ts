/**
 * Following by email is one thing whatever it is about: an article, a category, an author, a keyword, all articles, volumes as
 * they appear, or the news. Those who follow an article or the journal go on doing so.
 */
export const statements = [
  `alter table follows add column scope text not null default 'article'
    check (scope in ('article', 'category', 'author', 'keyword', 'articles', 'volumes', 'news'))`,
  `update follows set scope = 'articles' where article_id is null`,
  `alter table follows add column category_id text references categories (id) on delete cascade`,
  // Of an author the key of their page, of a keyword that of its page.
  `alter table follows add column subject text`,
  // Of all but an article: the morning after, or once a month.
  `alter table follows add column rhythm text not null default 'daily' check (rhythm in ('daily', 'monthly'))`,
  // What was asked for together has one email, whose link confirms all of it: the id of the row that it is about.
  `alter table follows add column asked_as text`,
  `update follows set asked_as = id`,
  `drop index follows_once`,
  `create unique index follows_once
    on follows (email, scope, coalesce(article_id, category_id, subject, ''))`,
  `drop index follows_journal`,
  `create index follows_told on follows (rhythm, told_until) where scope <> 'article' and confirmed_at is not null`,
  `create index follows_category on follows (category_id) where category_id is not null`,

  // What an address has been written to about: each once, however many of the things that it follows it belongs to.
  `create table alert_sendings (
    email text not null,
    kind text not null check (kind in ('article', 'volume', 'news')),
    subject_id text not null,
    sent_at text not null,
    primary key (email, kind, subject_id)
  )`,
  `create index alert_sendings_sent on alert_sendings (sent_at)`,
]
