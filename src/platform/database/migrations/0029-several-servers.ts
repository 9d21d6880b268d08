/** What several servers of one journal have to know together. */
const shared = [
  // Whether programs that do not know a change can go on working beside it: 1 or 0.
  'alter table migrations add column additive integer not null default 0',
  // By these hashes a server knows whether it holds the same secrets as the others.
  `create table secret_fingerprints (
    name text primary key,
    fingerprint text not null,
    noted_at text not null
  )`,
]

/** What is counted for limits, under hashes: nobody can be found in it. */
const counts = (kind: string) => [
  `create ${kind} table shared_counts (
    key text primary key,
    count integer not null,
    -- In milliseconds of the database's clock.
    ends_at bigint not null
  )`,
  'create index shared_counts_ends_at on shared_counts (ends_at)',
]

export const statements = {
  sqlite: [...shared, ...counts('')],
  // Unlogged: a count costs no write that has to reach the disk, and may be lost with a crash.
  postgres: [...shared, ...counts('unlogged')],
}
