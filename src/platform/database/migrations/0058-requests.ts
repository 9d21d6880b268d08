/**
 * What authors, readers, institutions and editors ask the journal to do about a published article, by when it answers, and what
 * came of it. A reader's report is a row at once, and is shown to nobody until its sender has confirmed the address.
 */
export const statements = [
  `create table requests (
    id text primary key,
    article_id text not null references articles (id) on delete cascade,
    kind text not null check (kind in ('correction', 'authors', 'name', 'concern', 'retraction', 'removal')),
    from_kind text not null check (from_kind in ('author', 'reader', 'editor', 'institution')),
    -- The author with an account, or the editor who entered it.
    user_id text,
    name text not null,
    -- In small letters; empty if there is none.
    email text not null,
    text text not null,
    -- JSON: what each passage is and should be.
    passages text not null default '[]',
    whose_error text,
    affects text,
    state text not null check (state in ('open', 'with-authors', 'decided', 'declined')),
    handler_id text,
    created_at text not null,
    -- Null until the sender of a report has confirmed the address.
    received_at text,
    -- A day; counts from when it was received.
    due_on text not null,
    outcome text,
    answer text,
    answered_at text,
    -- The notice that was begun from it.
    notice_id text references notices (id),
    -- When its authors were asked about that notice.
    asked_at text,
    -- Raised by every change: who has seen an older one cannot overwrite it.
    version integer not null default 1
  )`,
  `create index requests_article on requests (article_id)`,
  `create index requests_waiting on requests (due_on) where state in ('open', 'with-authors') and received_at is not null`,
  `create index requests_unconfirmed on requests (created_at) where received_at is null`,
  `create index requests_email on requests (email)`,
  `create index requests_user on requests (user_id)`,
  `create index requests_notice on requests (notice_id)`,

  // Files of a request: claimed, so that they are not swept.
  `create table request_files (
    request_id text not null references requests (id) on delete cascade,
    file_id text not null references files (id),
    primary key (request_id, file_id)
  )`,
  `create index request_files_file on request_files (file_id)`,
]
