/** The full texts of articles that wait for their issue: they become public with it. And whether their PDFs are those of today. */
export const statements = [
  `create table held_texts (
    article_id text primary key references scheduled_articles (article_id) on delete cascade,
    -- What an editor has uploaded.
    file_id text not null references files (id),
    -- What becomes part of the article's JATS file; null: the upload is that file.
    body text,
    back text
  )`,
  `create index held_texts_file on held_texts (file_id)`,
  `create table held_figures (
    article_id text not null references held_texts (article_id) on delete cascade,
    position integer not null,
    file_id text not null references files (id),
    primary key (article_id, position)
  )`,
  `create index held_figures_file on held_figures (file_id)`,
  // Of the record that was printed, with what the journal had chosen; null: made before this was noted.
  `alter table made_pdfs add column printed text`,
]
