/** What the people of an article declare: further statements, and who has answered which. */
export const statements = [
  `alter table articles add column competing_interests text`,
  `alter table articles add column data_availability text`,
  `alter table articles add column permits text`,
  `alter table articles add column ai_use text`,
  `alter table articles add column acknowledgements text`,
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,

  // Without a row nobody has answered: nothing is declared for people who did not.
  `create table statement_answers (
    article_id text not null references articles (id) on delete cascade,
    statement text not null,
    answer text not null check (answer in ('none', 'text')),
    answered_by text not null,
    at text not null,
    primary key (article_id, statement)
  )`,

  // What each author did, by the roles of CRediT.
  `create table contributor_credit (
    contributor_id text not null references contributors (id) on delete cascade,
    role text not null,
    -- Whose word it is; null: as it was printed elsewhere.
    said_by text check (said_by in ('person', 'submitter', 'editor')),
    primary key (contributor_id, role)
  )`,

  `create table awards (
    article_id text not null references articles (id) on delete cascade,
    position integer not null,
    funder text not null,
    ror text,
    number text,
    doi text,
    primary key (article_id, position)
  )`,

  // Works that belong to an article: exactly one of doi, accession and url says where each is.
  `create table article_links (
    article_id text not null references articles (id) on delete cascade,
    position integer not null,
    kind text not null check (kind in ('preprint', 'data', 'sequence', 'code', 'protocol')),
    relation text check (relation in ('generated', 'analysed')),
    doi text,
    accession text,
    url text,
    repository text,
    primary key (article_id, position)
  )`,
]
