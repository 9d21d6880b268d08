/** What articles have in common: the words by which readers find further ones. */
export const statements = [
  `create table article_terms (
    article_id text not null references articles (id) on delete cascade,
    kind text not null check (kind in ('keyword', 'reference')),
    -- What makes two of them the same: the slug of a keyword, the DOI of a cited work.
    key text not null,
    -- As the article spells it.
    label text not null,
    primary key (article_id, kind, key)
  )`,
  `create index article_terms_key on article_terms (kind, key, article_id)`,
]
