/**
 * What is kept for harvesters: the texts of JATS files as they are exported, and a row for each article that is or has
 * been public. Triggers keep the rows, so that no change of an article, its people, its category or its volume can
 * leave its date behind.
 */

const table = [
  `create table harvest_records (
    article_id text primary key,
    changed_at text not null,
    deleted integer not null,
    category_id text,
    volume_id text
  )`,
  ...['', 'category_id', 'volume_id'].map((set) => {
    const columns = [set, 'changed_at', 'article_id'].filter(Boolean).join(', ')
    return `create index harvest_records_${set || 'changed_at'} on harvest_records (${columns})`
  }),
  `insert into harvest_records (article_id, changed_at, deleted, category_id, volume_id)
    select id, updated_at, case when archived_at is null then 0 else 1 end, category_id, volume_id from articles
    where published_at is not null and approved_at is not null`,
  `insert into harvest_records (article_id, changed_at, deleted, category_id, volume_id)
    select id, deleted_at, 1, null, null from article_tombstones where true on conflict (article_id) do nothing`,
]

const jatsTexts = (bytes: string) => `create table jats_texts (
  file_id text primary key references files (id) on delete cascade,
  normaliser integer not null,
  content ${bytes} not null
)`

const isPublic = 'new.published_at is not null and new.approved_at is not null and new.archived_at is null'
const upsert = (now: string) => `insert into harvest_records (article_id, changed_at, deleted, category_id, volume_id)
  select new.id, ${now}, 0, new.category_id, new.volume_id where ${isPublic}
  on conflict (article_id) do update set changed_at = excluded.changed_at, deleted = 0,
    category_id = excluded.category_id, volume_id = excluded.volume_id;`
/** What is no longer public is deleted once: later changes of it are nobody's business. */
const hide = (now: string) => `update harvest_records set deleted = 1, changed_at = ${now}
  where article_id = new.id and deleted = 0 and not (${isPublic});`
const remove = (now: string) => `update harvest_records set deleted = 1, changed_at = ${now}
  where article_id = old.id and deleted = 0;`
const touch = (now: string, which: string) =>
  `update harvest_records set changed_at = ${now} where deleted = 0 and ${which};`
const ofPerson = `article_id in (select article_id from article_contributors where contributor_id = new.id)`

/** The triggers: on what, when, what they do. */
const triggers = (now: string): [name: string, event: string, does: string][] => [
  ['articles_harvest_insert', 'insert on articles', upsert(now)],
  ['articles_harvest_update', 'update on articles', `${hide(now)} ${upsert(now)}`],
  ['articles_harvest_delete', 'delete on articles', remove(now)],
  ['contributors_harvest', 'update on contributors', touch(now, ofPerson)],
  ['categories_harvest', 'update of name on categories', touch(now, 'category_id = new.id')],
  ['volumes_harvest', 'update of title on volumes', touch(now, 'volume_id = new.id')],
]

const SQLITE_NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
const POSTGRES_NOW = `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const statements = {
  sqlite: [
    jatsTexts('blob'),
    ...table,
    ...triggers(SQLITE_NOW).map(
      ([name, event, does]) => `create trigger ${name} after ${event} for each row begin ${does} end`,
    ),
  ],
  postgres: [
    jatsTexts('bytea'),
    ...table,
    ...triggers(POSTGRES_NOW).flatMap(([name, event, does]) => [
      `create function ${name}() returns trigger language plpgsql as $$ begin ${does} return null; end $$`,
      `create trigger ${name} after ${event} for each row execute function ${name}()`,
    ]),
  ],
}
