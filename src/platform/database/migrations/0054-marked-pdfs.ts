/** PDFs on whose pages it is said where their articles stand: made when they are first asked for, and again after a change. */
export const statements = [
  // No foreign key: the bytes of a deleted article's files are found by their rows, and removed with them.
  `create table marked_pdfs (
    article_id text not null,
    -- The stored file, and what is said on it.
    made_from text not null,
    -- The article of the notice that says it; empty for an earlier version.
    notice text not null,
    file_id text not null,
    bytes integer not null,
    sha256 text not null,
    primary key (article_id, made_from)
  )`,
]
