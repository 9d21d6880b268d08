/** The formatted references to articles: made when they are first asked for, and again after a change. */
export const statements = [
  `create table article_citations (
    article_id text primary key references articles (id) on delete cascade,
    -- What they were made from: another article, volume, identity or program makes others.
    made_from text not null,
    -- JSON: HTML by style.
    formatted text not null
  )`,
]
