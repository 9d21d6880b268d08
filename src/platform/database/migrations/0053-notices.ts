/**
 * Notices about published articles: corrections, concerns, retractions and the like. A notice becomes an article of its own
 * when it is published; until then it is a row here, and no list, count or search knows it.
 */
export const statements = [
  // A word of JATS for article-type; notices have others than 'research-article'.
  `alter table articles add column type text not null default 'research-article'`,
  // Follows from the published notices about the article; written with them.
  `alter table articles add column standing text not null default 'current'
    check (standing in ('current', 'corrected', 'concern', 'retracted', 'removed'))`,
  `create index articles_standing on articles (standing) where standing <> 'current'`,
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,

  `create table notices (
    id text primary key,
    -- The article that it has become; null until it is published.
    article_id text unique references articles (id),
    kind text not null,
    state text not null check (state in ('draft', 'asked', 'ready', 'confirmed', 'published', 'dropped')),
    whose_error text,
    -- One sentence, for banners and lists.
    what text not null default '',
    details text not null default '',
    why text not null default '',
    found_by text not null default '',
    effect text not null default '',
    action text not null default '',
    -- The notice of concern that it ends.
    closes_id text references notices (id),
    -- The article that takes the place of a retracted one.
    replaced_by text,
    -- By when a concern is to be settled; a day.
    review_on text,
    -- Why the authors are not asked, or why one editor alone acts at once; printed.
    unasked_reason text,
    urgent_reason text,
    -- What a correction will change in the article: JSON as \`PUT /posts/{id}\` takes it.
    correction text,
    -- Made from the answers when it is published.
    agreement text,
    drafted_by text not null,
    drafted_at text not null,
    asked_at text,
    -- A day.
    answers_due_on text,
    -- Since when it waits to be signed.
    ready_at text,
    confirmed_by text,
    confirmed_at text,
    release_at text,
    published_at text,
    dropped_reason text,
    -- Raised by every change: who has seen an older one cannot overwrite it.
    version integer not null default 1
  )`,
  `create index notices_open on notices (state) where state not in ('published', 'dropped')`,
  `create index notices_published on notices (published_at) where state = 'published'`,
  `create index notices_review on notices (review_on) where state = 'published' and review_on is not null`,

  `create table notice_articles (
    notice_id text not null references notices (id) on delete cascade,
    about_id text not null references articles (id),
    position integer not null,
    primary key (notice_id, about_id)
  )`,
  `create index notice_articles_about on notice_articles (about_id)`,

  // What its authors say to a draft; one row for each person who is asked.
  `create table notice_answers (
    notice_id text not null references notices (id) on delete cascade,
    contributor_id text not null,
    position integer not null,
    name text not null,
    -- In small letters; empty for who has no address.
    email text not null,
    -- When the email was written; null while it waits.
    told_at text,
    answer text check (answer in ('agrees', 'disagrees')),
    remark text,
    may_print integer not null default 0,
    answered_at text,
    primary key (notice_id, contributor_id)
  )`,
  `create index notice_answers_email on notice_answers (email)`,

  // Files of a correction that waits: claimed, so that they are not swept.
  `create table notice_files (
    notice_id text not null references notices (id) on delete cascade,
    file_id text not null references files (id),
    primary key (notice_id, file_id)
  )`,
  `create index notice_files_file on notice_files (file_id)`,
]
