/**
 * What a journal has chosen: its values and texts, each publication of changes a version of the whole. Versions are only
 * added. Without one the defaults that come with the program hold.
 */
const REFUSED = 'A version of the journal is only ever added'
const tables = [
  `create table journal_versions (
    number integer primary key,
    -- By key: its value, whether the journal has chosen it, and the digest of the default that was seen then.
    content text not null,
    cause text not null check (cause in ('start', 'edit', 'undo', 'import', 'upgrade')),
    note text not null,
    -- The version whose changes this one takes back.
    undoes integer,
    -- Null: nobody, at a start of the program.
    by_id text,
    at text not null
  )`,
  `create table text_versions (
    kind text not null check (kind in ('page', 'email', 'letter')),
    slug text not null,
    number integer not null,
    -- The version of the journal with which it was published.
    journal_version integer not null references journal_versions (number),
    source text not null,
    -- 0: what came with the program on that day.
    is_own integer not null,
    -- The digest of the default that was seen then.
    based_on text not null,
    -- A page as readers saw it.
    title text,
    html text,
    -- The first day on which a page is in force.
    in_force_from text not null,
    note text not null,
    primary key (kind, slug, number)
  )`,
  `create index text_versions_journal_version on text_versions (journal_version)`,
  // What an editor has begun and not published, for that editor alone.
  `create table drafts (
    user_id text not null references users (id) on delete cascade,
    -- What it is about, like 'settings' or 'news/new'.
    item text not null,
    -- JSON, as the form has sent it; null once it was published or discarded, so that a device that does not know is not behind.
    content text,
    title text not null,
    revision integer not null,
    saved_at text not null,
    primary key (user_id, item)
  )`,
]
const KEPT = ['journal_versions', 'text_versions']

export const statements = {
  sqlite: [
    ...tables,
    ...KEPT.flatMap((table) =>
      ['update', 'delete'].map(
        (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
          begin select raise(abort, '${REFUSED}'); end`,
      ),
    ),
  ],
  postgres: [
    ...tables,
    `create function refuse_journal_change() returns trigger language plpgsql as $$ begin
      raise exception '${REFUSED}';
    end $$`,
    ...KEPT.map(
      (table) => `create trigger ${table}_kept before update or delete on ${table}
        for each row execute function refuse_journal_change()`,
    ),
  ],
}
