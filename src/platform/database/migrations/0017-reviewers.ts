/** Reviewers as people, what authors suggest and oppose, and conflicts of interest. */

const tables = (bytewise: string) => [
  `create table reviewers (
    id text primary key,
    full_name text not null,
    affiliation text not null,
    orcid text,
    expertise text not null,
    user_id text references users (id) on delete set null,
    away_until text,
    do_not_ask_at text,
    erased_at text,
    created_at text not null,
    updated_at text not null,
    version integer not null default 1,
    -- What lists are sorted and searched by, as the program analyses it.
    name_order text ${bytewise} not null default '',
    words text not null default '',
    analyser integer not null default 0
  )`,
  `create unique index reviewers_orcid on reviewers (orcid)`,
  `create unique index reviewers_user_id on reviewers (user_id)`,
  `create index reviewers_name_order on reviewers (name_order, id)`,
  `create index reviewers_analyser on reviewers (analyser)`,

  `create table reviewer_addresses (
    reviewer_id text not null references reviewers (id) on delete cascade,
    position integer not null,
    email text not null,
    vouched_by text references users (id) on delete set null,
    created_at text not null,
    primary key (reviewer_id, position)
  )`,
  `create unique index reviewer_addresses_email on reviewer_addresses (lower(email))`,

  `create table reviewer_suggestions (
    id text primary key,
    article_id text not null references articles (id) on delete cascade,
    position integer not null,
    full_name text not null,
    email text,
    affiliation text not null,
    kind text not null check (kind in ('suggest', 'oppose')),
    source text not null check (source in ('author', 'reviewer')),
    assignment_id text,
    reason text not null,
    created_at text not null,
    used_at text
  )`,
  `create index reviewer_suggestions_article on reviewer_suggestions (article_id, position)`,
  `create index reviewer_suggestions_email on reviewer_suggestions (lower(email))`,

  `create table conflicts (
    id text primary key,
    article_id text not null references articles (id) on delete cascade,
    reviewer_id text references reviewers (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    kind text not null,
    found text not null check (found in ('computed', 'declared')),
    waived_by text references users (id) on delete set null,
    waived_reason text,
    waived_at text,
    created_at text not null,
    check ((reviewer_id is null) <> (user_id is null))
  )`,
  `create index conflicts_article on conflicts (article_id)`,
  `create index conflicts_reviewer on conflicts (reviewer_id)`,
  `create index conflicts_user on conflicts (user_id)`,

  // Keyed hashes of addresses whose owners are never to be asked again.
  `create table erased_reviewers (address_hash text primary key, at text not null)`,

  // The same person in several articles.
  `create index contributors_orcid on contributors (orcid) where orcid is not null`,
  `create index contributors_email on contributors (lower(email)) where email <> ''`,
  `create index contributors_full_name on contributors (full_name)`,

  // What submitters have suggested by a contributor's role until now.
  `insert into reviewer_suggestions
    (id, article_id, position, full_name, email, affiliation, kind, source, reason, created_at)
    select contributors.id, articles.id, article_contributors.position, contributors.full_name,
      nullif(contributors.email, ''),
      coalesce((select line from contributor_affiliations as place
        where place.contributor_id = contributors.id order by place.position limit 1), ''),
      'suggest', 'author', '', article_contributors.created_at
    from article_contributors
      join contributors on contributors.id = article_contributors.contributor_id
      join articles on articles.id = article_contributors.article_id
    where article_contributors.role = 'Reviewer' and article_contributors.named_by = articles.submitter_id`,
]

export const statements = { sqlite: tables(''), postgres: tables('collate "C"') }
