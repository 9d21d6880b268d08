/** Disk space reserved by uploads in progress, and findings in uploaded PDFs. */
export const statements = [
  `create table upload_reservations (
    id text primary key,
    owner_id text not null references users (id) on delete cascade,
    bytes integer not null,
    created_at text not null,
    expires_at text not null
  )`,
  `create index upload_reservations_owner on upload_reservations (owner_id)`,
  `create index upload_reservations_expiry on upload_reservations (expires_at)`,
  `alter table files add column findings text`,
]
