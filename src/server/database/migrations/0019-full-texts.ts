/** Full texts as HTML, rendered from the stored JATS file of an article. */
export const statements = [
  `create table full_texts (
    article_id text primary key references articles (id) on delete cascade,
    -- Of the file and of its pictures: what was rendered from others is rendered again.
    source text not null,
    renderer integer not null,
    -- JSON; null: the file has no text, or could not be rendered.
    outline text,
    passages text,
    -- How often rendering has failed, and when it is tried again.
    attempts integer not null,
    next_try_at text
  )`,
  `create table full_text_parts (
    article_id text not null references full_texts (article_id) on delete cascade,
    part integer not null,
    html text not null,
    primary key (article_id, part)
  )`,
]
