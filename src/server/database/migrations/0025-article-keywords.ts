/** The keywords of articles one by one, by which readers find further articles. */
export const statements = [
  `create table article_keywords (
    article_id text not null references articles (id) on delete cascade,
    -- The same for all spellings of a keyword.
    slug text not null,
    -- As the article spells it.
    name text not null,
    primary key (article_id, slug)
  )`,
  `create index article_keywords_slug on article_keywords (slug, article_id)`,
]
