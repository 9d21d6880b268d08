/** Funders by name, from ROR's own list that an administrator loads. A few that are often named come with the program. */
const tables = (byBytes: string) => [
  `create table funders (
    ror text primary key,
    name text not null,
    country text,
    -- Of the load that named it last.
    loaded_at text not null
  )`,
  `create index funders_loaded on funders (loaded_at)`,
  // Every word of its names, in small letters without accents: found by how it begins.
  `create table funder_words (
    word text ${byBytes} not null,
    ror text not null references funders (ror) on delete cascade,
    primary key (word, ror)
  )`,
  `create index funder_words_ror on funder_words (ror)`,
]

export const statements = { sqlite: tables(''), postgres: tables('collate "C"') }
