/** References to articles and their cards: made when they are first asked for, and again after a change. */
export const statements = [
  `create table article_citations (
    article_id text primary key references articles (id) on delete cascade,
    -- What they were made from: another article, volume, identity or program makes others.
    made_from text not null,
    -- JSON: HTML by style.
    formatted text not null
  )`,
  // No foreign key: the bytes of a deleted article's card are found by its row, and removed with it.
  `create table article_cards (
    article_id text primary key,
    made_from text not null,
    file_id text not null,
    bytes integer not null,
    sha256 text not null
  )`,
]
