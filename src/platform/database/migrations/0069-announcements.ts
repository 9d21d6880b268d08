/** What the journal has to say besides its articles: announcements and calls for papers. */
export const statements = [
  `create table announcements (
    id text primary key,
    kind text not null check (kind in ('news', 'call')),
    -- The last of its addresses.
    slug text not null,
    title text not null,
    -- Markdown.
    body text not null,
    -- Days, 'YYYY-MM-DD', each shown or taken from its beginning to its end in UTC. Readers see nothing before the first.
    shown_from text not null,
    -- Of an announcement: the last day on which it is listed; null for ever.
    shown_until text,
    -- Of a call: the last day for manuscripts.
    deadline text,
    published_at text not null,
    updated_at text not null,
    version integer not null
  )`,
  `create index announcements_shown on announcements (shown_from)`,
  // Every address that one has had: it leads there for ever, and is never given to another.
  `create table announcement_addresses (
    slug text primary key,
    -- Null once it was deleted.
    announcement_id text references announcements (id) on delete set null,
    created_at text not null
  )`,
  `create index announcement_addresses_of on announcement_addresses (announcement_id)`,
]
