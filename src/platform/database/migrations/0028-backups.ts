/** The copies that the server has made, and what came of testing them. */
export const statements = [
  `create table backups (
    id text primary key,
    file_name text not null,
    -- Where it is: the folder for copies, or the bucket.
    place text not null check (place in ('folder', 'bucket')),
    started_at text not null,
    -- Null while it is being made, or where that failed.
    finished_at text,
    -- When it was restored for a test and everything was there.
    tested_at text,
    -- When rotation removed it.
    removed_at text,
    bytes bigint,
    sha256 text,
    -- What went wrong, as a sentence for the operator.
    fault text,
    -- What is worth knowing about a good one.
    remark text,
    -- Which machine has it, with the folder.
    holder text,
    -- 1 in the only row that may be at work: who makes the copy has claimed it, and says so until it is made.
    running integer check (running = 1),
    claimed_until text
  )`,
  `create unique index backups_running on backups (running)`,
  `create index backups_newest on backups (started_at desc, id desc)`,
]
