/** The logo of the journal, and the pictures in its texts. */
export const statements = [
  `create table journal_pictures (
    -- Its address, which has its content, size and ground.
    path text primary key,
    file_id text not null references files (id),
    -- Null: nothing that was published names it, and readers do not get it.
    published_at text,
    -- When it was chosen or looked at last: what nobody uses is removed.
    used_at text not null
  )`,
  `create index journal_pictures_file on journal_pictures (file_id)`,
]
