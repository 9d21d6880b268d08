/** The reference lists of articles in parts, read from the stored JATS file when its text is rendered. */
export const statements = [
  `create table article_references (
    article_id text not null references articles (id) on delete cascade,
    -- In the list, from 1.
    position integer not null,
    kind text not null,
    doi text,
    pmid text,
    title text,
    -- JSON: [{ family, given, suffix }]
    authors text not null,
    year text,
    source text,
    volume text,
    issue text,
    first_page text,
    last_page text,
    publisher text,
    -- The whole entry as printed.
    text text not null,
    primary key (article_id, position)
  )`,
  // Which articles cite a work.
  `create index article_references_doi on article_references (doi) where doi is not null`,
]
