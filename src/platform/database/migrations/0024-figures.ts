/** Pictures of figures, and PDFs that the journal has typeset from the text of imported articles. */
export const statements = [
  `create table article_figures (
    article_id text not null references articles (id) on delete cascade,
    -- As in the address: from the name in the XML, in lower case and without its extension.
    name text not null,
    file_id text not null references files (id),
    position integer not null,
    primary key (article_id, name)
  )`,
  `create index article_figures_file on article_figures (file_id)`,

  // One row for each article that is or may be typeset by the journal.
  `create table typeset_pdfs (
    article_id text primary key references articles (id) on delete cascade,
    -- Null until it is made. It is the article's PDF until an editor or an import gives another.
    file_id text references files (id) on delete set null,
    -- The file with the text that it was, or could not be, made from.
    source_file_id text not null,
    attempts integer not null,
    next_try_at text not null
  )`,
  `create index typeset_pdfs_file on typeset_pdfs (file_id)`,
]
