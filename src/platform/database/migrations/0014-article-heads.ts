/**
 * Article heads: what lists of all articles are filtered, sorted, counted and searched by, one narrow row an
 * article. The database keeps what follows from other columns; the program writes what it analyses: the two
 * sort keys and the words.
 */

const status = (of: string) => `case
  when ${of}.archived_at is not null then 'archived'
  when ${of}.published_at is null then 'pending'
  when ${of}.approved_at is null then 'rejected'
  else 'published' end`

/** The columns that a head repeats, computed from an article. */
const repeated = (of: string) => `${status(of)}, ${of}.category_id, ${of}.volume_id, ${of}.created_at`
const REPEATED = `status, category_id, volume_id, created_at`

const headsTable = (number: string, bytewise: string) => `create table article_heads (
  no ${number},
  article_id text not null unique references articles (id) on delete cascade,
  status text not null,
  category_id text not null,
  volume_id text,
  created_at text not null,
  title_order text ${bytewise} not null default '',
  author_order text ${bytewise} not null default '',
  words text not null default '',
  analyser integer not null default 0
)`

// In the order of submission, so that newer articles have higher numbers.
const fillHeads = `insert into article_heads (article_id, ${REPEATED})
  select id, ${repeated('articles')} from articles order by created_at, id`

/** Every filter with every order has its index, which also has the article's id: no list reads rows to find its page. */
const listIndexes = ['created_at', 'title_order', 'author_order'].flatMap((order) =>
  ['', 'status', 'category_id', 'category_id, status'].map((filter) => {
    const columns = [filter, order, 'article_id'].filter((column) => column !== '').join(', ')
    return `create index article_heads_${columns.replaceAll(', ', '_')} on article_heads (${columns})`
  }),
)

const counts = [
  `create table category_counts (
    category_id text not null references categories (id) on delete cascade,
    status text not null,
    articles integer not null,
    primary key (category_id, status)
  )`,
  `create table volume_counts (
    volume_id text not null references volumes (id) on delete cascade,
    status text not null,
    articles integer not null,
    primary key (volume_id, status)
  )`,
  ...['category', 'volume'].map(
    (place) => `insert into ${place}_counts (${place}_id, status, articles)
      select ${place}_id, status, count(*) from article_heads where ${place}_id is not null group by ${place}_id, status`,
  ),
]

const otherIndexes = [
  `create index article_heads_analyser on article_heads (analyser)`,
  // The first and the last year of a volume.
  `create index articles_public_volume_dates on articles (volume_id, published_at)
    where published_at is not null and approved_at is not null and archived_at is null`,
  // The administrators, who are notified of a submission; the list of accounts by role.
  `create index users_role on users (role, created_at desc, id desc)`,
  // An import without a DOI is recognised by its file.
  `create index files_sha256 on files (sha256)`,
  `create index outbox_waiting on outbox (created_at desc, id desc) where sent_at is null`,
  `create index outbox_sent on outbox (created_at desc, id desc) where sent_at is not null`,
  // Replaced by the heads.
  `drop index articles_status`,
  `drop index articles_newest`,
]

const sqliteCount = (place: 'category' | 'volume', row: 'old' | 'new', change: '+ 1' | '- 1') =>
  change === '+ 1'
    ? `insert into ${place}_counts (${place}_id, status, articles)
        select ${row}.${place}_id, ${row}.status, 1 where ${row}.${place}_id is not null
        on conflict (${place}_id, status) do update set articles = articles + 1;`
    : `update ${place}_counts set articles = articles - 1
        where ${place}_id = ${row}.${place}_id and status = ${row}.status;`
const sqliteCounts = (row: 'old' | 'new', change: '+ 1' | '- 1') =>
  sqliteCount('category', row, change) + sqliteCount('volume', row, change)

// An empty text was never indexed.
const unindexed = `delete from article_words where rowid = old.no and old.words <> '';`
const indexed = `insert into article_words (rowid, words) select new.no, new.words where new.words <> '';`

const sqlite = [
  headsTable('integer primary key autoincrement', ''),
  fillHeads,
  ...listIndexes,
  ...counts,
  ...otherIndexes,
  // The words come analysed: what is not ASCII is always part of a word here, as are the signs of ids.
  `create virtual table article_words using fts5 (words, content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '-_'", detail = none, prefix = '1 2 3')`,
  `create trigger article_heads_insert after insert on article_heads begin
    ${sqliteCounts('new', '+ 1')} ${indexed} end`,
  `create trigger article_heads_delete after delete on article_heads begin
    ${sqliteCounts('old', '- 1')} ${unindexed} end`,
  `create trigger article_heads_move after update of ${REPEATED} on article_heads
    when old.status <> new.status or old.category_id <> new.category_id or old.volume_id is not new.volume_id begin
    ${sqliteCounts('old', '- 1')} ${sqliteCounts('new', '+ 1')} end`,
  `create trigger article_heads_words after update of words on article_heads when old.words <> new.words begin
    ${unindexed} ${indexed} end`,
  `create trigger articles_head_insert after insert on articles begin
    insert into article_heads (article_id, ${REPEATED}) select new.id, ${repeated('new')}; end`,
  `create trigger articles_head_update
    after update of published_at, approved_at, archived_at, category_id, volume_id, created_at on articles begin
    update article_heads set (${REPEATED}) = (select ${repeated('new')})
      where article_id = new.id and (status, category_id, created_at) <> (select ${status('new')}, new.category_id, new.created_at)
        or article_id = new.id and volume_id is not new.volume_id; end`,
]

/** Rows are counted in one order, so that no two transactions wait for each other. */
const postgresCounts = (place: 'category' | 'volume', changes: string) => `
  insert into ${place}_counts as kept (${place}_id, status, articles)
    select ${place}_id, status, sum(change) from (${changes}) as changes
    where ${place}_id is not null group by ${place}_id, status having sum(change) <> 0 order by ${place}_id, status
    on conflict (${place}_id, status) do update set articles = kept.articles + excluded.articles;`

const ADDED = 'select category_id, volume_id, status, 1 as change from new_rows'
const REMOVED = 'select category_id, volume_id, status, -1 as change from old_rows'

const postgresTrigger = (table: string, name: string, event: string, rows: string, body: string) => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
  `create trigger ${name} after ${event} on ${table} referencing ${rows} for each statement execute function ${name}()`,
]
const NEW = 'new table as new_rows'
const OLD = 'old table as old_rows'
const countChanges = (changes: string) => postgresCounts('category', changes) + postgresCounts('volume', changes)

const postgres = [
  headsTable('bigint generated always as identity primary key', 'collate "C"'),
  fillHeads,
  ...listIndexes,
  ...counts,
  ...otherIndexes,
  `alter table article_heads add column word_index tsvector
    generated always as (array_to_tsvector(string_to_array(words, ' '))) stored`,
  `create index article_heads_words on article_heads using gin (word_index)`,
  // By statement, not by row: a thousand articles written at once change each count once.
  ...postgresTrigger('article_heads', 'article_heads_insert', 'insert', NEW, countChanges(ADDED)),
  ...postgresTrigger('article_heads', 'article_heads_delete', 'delete', OLD, countChanges(REMOVED)),
  ...postgresTrigger(
    'article_heads',
    'article_heads_move',
    'update',
    `${OLD} ${NEW}`,
    countChanges(`${ADDED} union all ${REMOVED}`),
  ),
  ...postgresTrigger(
    'articles',
    'articles_head_insert',
    'insert',
    NEW,
    `insert into article_heads (article_id, ${REPEATED}) select id, ${repeated('new_rows')} from new_rows order by created_at, id;`,
  ),
  ...postgresTrigger(
    'articles',
    'articles_head_update',
    'update',
    NEW,
    `update article_heads as head
      set (${REPEATED}) = (select ${repeated('changed')} from new_rows as changed where changed.id = head.article_id)
      from new_rows where new_rows.id = head.article_id
        and (head.status, head.category_id, head.volume_id, head.created_at) is distinct from (${repeated('new_rows')});`,
  ),
]

export const statements = { sqlite, postgres }
