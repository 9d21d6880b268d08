/** Tables for the admin area: earlier editorial boards, the email outbox, links in emails. */
export const statements = [
  `create table editorial_members_versions (
    id text primary key,
    members text not null,
    updated_at text not null,
    replaced_at text not null,
    replaced_by text references users (id) on delete set null
  )`,
  `create index editorial_members_versions_newest on editorial_members_versions (replaced_at desc, id desc)`,

  // An email is inserted in the transaction of the event that it reports, and rendered when it is sent.
  `create table outbox (
    id text primary key,
    kind text not null,
    recipient text not null,
    data text not null,
    created_at text not null,
    attempts integer not null default 0,
    next_try_at text not null,
    claimed_until text,
    sent_at text,
    last_error text
  )`,
  `create index outbox_due on outbox (next_try_at) where sent_at is null`,
  `create index outbox_newest on outbox (created_at desc, id desc)`,

  // A link in an email is single-use and expires; only the hash of its token is stored.
  `create table account_links (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    purpose text not null check (purpose in ('password-reset', 'email-confirmation')),
    email text not null,
    created_at text not null,
    expires_at text not null,
    used_at text
  )`,
  `create index account_links_user on account_links (user_id, purpose)`,

  `alter table users add column email_confirmed_at text`,
  // Research Listings counts the articles of each status; an index avoids reading the long texts in the rows.
  // It begins with the id, so that no other query uses it.
  `create index articles_status on articles (id, archived_at, published_at, approved_at)`,
  `create index users_newest on users (created_at desc, id desc)`,
  `create index audit_entries_actor on audit_entries (actor_id, at desc, id desc)`,
  `create index audit_entries_subject on audit_entries (subject, at desc, id desc)`,
]
