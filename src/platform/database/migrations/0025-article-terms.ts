/** What articles have in common, by which readers find further ones. */
export const statements = [
  `create table article_terms (
    article_id text not null references articles (id) on delete cascade,
    kind text not null check (kind in ('keyword', 'reference', 'author')),
    -- What makes two of them the same: the slug of a keyword, the DOI of a cited work, who an author is.
    key text not null,
    -- As the article spells it; empty for an author.
    label text not null,
    primary key (article_id, kind, key)
  )`,
  `create index article_terms_key on article_terms (kind, key, article_id)`,
]
