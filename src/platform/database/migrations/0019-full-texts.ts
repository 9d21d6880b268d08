/** Full texts as HTML, rendered from the JATS file that is stored with an article. */
export const statements = [
  `create table full_texts (
    article_id text primary key references articles (id) on delete cascade,
    -- The version of the renderer.
    renderer integer not null,
    -- JSON; null: the file has no text, or could not be rendered.
    outline text,
    -- JSON: what is searched, and shown as the passages that were found.
    passages text
  )`,
  `create table full_text_parts (
    article_id text not null references full_texts (article_id) on delete cascade,
    part integer not null,
    html text not null,
    primary key (article_id, part)
  )`,

  // The articles whose text has still to be rendered.
  `create table texts_to_render (
    article_id text primary key references articles (id) on delete cascade,
    attempts integer not null,
    next_try_at text not null
  )`,
  `insert into texts_to_render (article_id, attempts, next_try_at)
    select distinct article_id, 0, '1970-01-01T00:00:00.000Z' from article_files where kind = 'source'`,
]
