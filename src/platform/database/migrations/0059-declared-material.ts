const LOCKED = 'The PDF of an article with new names is never replaced'

/**
 * The plants that an article rests on: vouchers, permits, and the names that it publishes; and which statements were asked for
 * when it was submitted.
 */
const tables = [
  `create table vouchers (
    article_id text not null references articles (id) on delete cascade,
    position integer not null,
    taxon text not null,
    collector text not null,
    -- The collector's.
    number text not null,
    -- By Index Herbariorum.
    herbarium text not null,
    barcode text,
    uri text,
    -- Null only where the place is withheld.
    country text,
    locality text,
    type_status text,
    -- 1: the plant is protected, and where it grows is never shown to readers.
    sensitive integer not null default 0,
    primary key (article_id, position)
  )`,

  `create table permits (
    article_id text not null references articles (id) on delete cascade,
    position integer not null,
    kind text not null check (kind in ('collection', 'export', 'CITES', 'ABS', 'other')),
    number text not null,
    authority text not null,
    country text not null,
    -- A day.
    issued_on text not null,
    primary key (article_id, position)
  )`,

  `create table new_names (
    article_id text not null references articles (id) on delete cascade,
    position integer not null,
    name text not null,
    act text not null check (act in ('taxon', 'combination', 'replacement', 'type')),
    ipni text,
    primary key (article_id, position)
  )`,

  // 1 from the publication of an article with new names: from then on its PDF is never another.
  `alter table articles add column names_locked integer not null default 0`,
  // The statements that the journal asked for, with commas; null where nobody was asked here, or nobody knows.
  `alter table articles add column asked_statements text`,
  // Funding was asked for since one change of the tables, the others since another.
  `update articles set asked_statements = case
      when created_at >= (select at from migrations where name = '0056-declarations')
        then 'fundingStatement,competingInterests,dataAvailability,permits,aiUse'
      when created_at >= (select at from migrations where name = '0012-funding-statement') then 'fundingStatement'
      else '' end
    where origin = 'submitted' and type = 'research-article'`,
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
]

/** A removal takes the PDF away; no other ever comes in its place. */
const isRefused = (differs: string) =>
  `old.names_locked = 1 and (new.names_locked <> 1 or (new.pdf_file_id is not null and ${differs}))`

export const statements = {
  sqlite: [
    ...tables,
    `create trigger articles_names_locked before update of pdf_file_id, names_locked on articles
      when ${isRefused('new.pdf_file_id is not old.pdf_file_id')}
      begin select raise(abort, '${LOCKED}'); end`,
  ],
  postgres: [
    ...tables,
    `create function refuse_other_pdf() returns trigger language plpgsql as $$ begin
      if ${isRefused('new.pdf_file_id is distinct from old.pdf_file_id')} then raise exception '${LOCKED}'; end if;
      return new;
    end $$`,
    `create trigger articles_names_locked before update of pdf_file_id, names_locked on articles
      for each row execute function refuse_other_pdf()`,
  ],
}
