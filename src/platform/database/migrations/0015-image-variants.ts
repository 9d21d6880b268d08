/** Smaller copies of featured images. */
export const statements = [
  // Of a picture, upright; null until its copies have been made.
  `alter table files add column width integer`,
  `alter table files add column height integer`,

  // The id is that of the copy's bytes in the store.
  `create table image_variants (
    id text primary key,
    file_id text not null references files (id) on delete cascade,
    width integer not null,
    media_type text not null,
    bytes integer not null,
    sha256 text not null
  )`,
  `create unique index image_variants_of on image_variants (file_id, width, media_type)`,

  // The images whose copies have still to be made.
  `create table variants_to_make (
    file_id text primary key references files (id) on delete cascade,
    attempts integer not null,
    next_try_at text not null
  )`,
  `insert into variants_to_make (file_id, attempts, next_try_at)
    select distinct image_file_id, 0, '1970-01-01T00:00:00.000Z' from articles where image_file_id is not null`,
]
