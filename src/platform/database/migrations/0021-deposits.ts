/** The outbox of deposits with Crossref, and DOIs that never change. */

const STATES = ['waiting', 'sent', 'accepted', 'warnings', 'refused', 'failed', 'superseded']

const tables = [
  `create table deposits (
    id text primary key,
    kind text not null,
    subject_id text not null,
    article_id text not null,
    doi text not null,
    related_doi text,
    relation text,
    state text not null check (state in (${STATES.map((state) => `'${state}'`).join(', ')})),
    reason text not null,
    article_version integer not null,
    created_at text not null,
    timestamp text,
    attempts integer not null,
    next_try_at text not null,
    claimed_until text,
    tried_at text,
    sent_at text,
    answered_at text,
    submission_id text,
    messages text,
    last_error text
  )`,
  // Of one DOI at most one deposit is on its way.
  `create unique index deposits_doi on deposits (doi) where state in ('waiting', 'sent')`,
  `create index deposits_due on deposits (next_try_at, id) where state in ('waiting', 'sent')`,
  `create index deposits_newest on deposits (created_at, id)`,
  `create index deposits_state on deposits (state, created_at, id)`,
  `create index deposits_article on deposits (article_id, created_at, id)`,
  `create index deposits_timestamp on deposits (doi, timestamp)`,
  `create index article_tombstones_doi on article_tombstones (lower(doi))`,
]

const FIXED = 'A DOI never changes'

const sqlite = [
  ...tables,
  `create trigger articles_doi_fixed before update of doi on articles when old.doi is not null and new.doi is not old.doi
    begin select raise(abort, '${FIXED}'); end`,
]

const postgres = [
  ...tables,
  `create function refuse_change_of_doi() returns trigger language plpgsql as
    $$ begin raise exception '${FIXED}'; end $$`,
  `create trigger articles_doi_fixed before update of doi on articles for each row
    when (old.doi is not null and new.doi is distinct from old.doi) execute function refuse_change_of_doi()`,
]

export const statements = { sqlite, postgres }
