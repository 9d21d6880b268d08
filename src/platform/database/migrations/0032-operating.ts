/** What the running program writes down about itself, for those who look after it. */
export const statements = [
  `create table server_processes (
    id text primary key,
    -- The program that it belongs to: those that one supervisor has started share it.
    server text not null,
    version text not null,
    started_at text not null,
    seen_at text not null,
    clock_ahead_ms bigint not null,
    free_bytes bigint,
    -- JSON: how each kind of background work gets on.
    rounds text not null
  )`,
  // No foreign key: it may be a smaller copy of an image, which has no row among the files.
  `create table damaged_files (
    file_id text primary key,
    seen_at text not null,
    how text not null
  )`,
  // What administrators have been sent an email about, until it is over.
  `create table warnings_sent (
    about text primary key,
    at text not null
  )`,
]
