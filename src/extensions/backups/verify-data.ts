import { sql, type RawBuilder } from 'kysely'
import { connect, engineOf, type Db, type Where } from '../../platform/database/connect.ts'
import { ENDLESS } from '../../platform/database/postgres.ts'
import { migrations } from '../../platform/database/migrate.ts'
import { hasKnownSchema, UNKNOWN_SCHEMA } from '../../platform/database/schema-fingerprint.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { type Progress, QUIET } from './manifest.ts'
import { loadDigest, isPromised, type Promised, storedInRows, withSnapshot } from './rows.ts'
import { hasTable, loadTables } from './tables.ts'

/** Something that is wrong, and what the operator is to do about it. */
export interface Fault {
  what: string
  todo: string
}

export interface Verified {
  faults: Fault[]
  /** What is worth knowing and needs nobody. */
  remarks: string[]
  rows: number
  files: number
}

const FROM_COPY = 'Take it from a backup of the time before: restore that backup into another folder and look there.'
const WHOLE_COPY = 'Restore the newest backup from before that, into an empty folder and database.'

/** Verifies a running journal: the engine's own checks, every row, what rows say about one another, and every file. */
export async function verifyData(
  { where, store }: { where: Where; store: FileStore },
  progress: Progress = QUIET,
): Promise<Verified> {
  const database = connect(where, ENDLESS)
  try {
    const found = await withSnapshot(database, async (connection) => {
      const level = await verifyLevel(connection)
      if (level) return { faults: [level], remarks: [], rows: 0, promised: new Map<string, Promised>() }
      const integrity = await verifyEngine(connection, progress)
      // A table that cannot be read ends here, with the engine's own words.
      const rows = await readAll(connection, progress)
      const references = await verifyReferences(connection)
      const kept = await verifyKept(connection, progress)
      const guards = await verifyGuards(connection)
      return {
        faults: [...integrity, ...references, ...kept, ...guards],
        remarks: await remarksOnAudit(connection),
        rows,
        promised: await storedInRows(connection),
      }
    })
    const { promised, ...rest } = found
    const files = await verifyFiles(store, database.db, promised, progress)
    return {
      ...rest,
      faults: [...rest.faults, ...files.faults],
      remarks: [...rest.remarks, ...files.remarks],
      files: promised.size,
    }
  } finally {
    await database.close()
  }
}

async function verifyLevel(connection: Db): Promise<Fault | null> {
  if (!(await hasTable(connection, 'migrations'))) {
    return { what: 'The database holds no journal.', todo: 'Check DATA_DIR and DATABASE_URL.' }
  }
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(connection)
  const there = new Set(rows.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !there.has(name))
  if (!missing.length && there.size === migrations.length) {
    if ((await hasKnownSchema(connection)) !== false) return null
    return { what: UNKNOWN_SCHEMA, todo: 'Compare them with those of a new, empty journal of this version.' }
  }
  return missing.length
    ? {
        what: 'The tables are those of an earlier version of this program.',
        todo: 'Start the journal once, then verify again.',
      }
    : { what: 'The tables are those of a newer version of this program.', todo: 'Verify with that version.' }
}

/** What the engine says about its own files. */
async function verifyEngine(connection: Db, progress: Progress): Promise<Fault[]> {
  progress('The database', 0, 1)
  if (engineOf(connection) === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(connection)
    progress('The database', 1, 1)
    return rows
      .filter(({ integrity_check }) => integrity_check !== 'ok')
      .map(({ integrity_check }) => ({ what: `SQLite finds its file damaged: ${integrity_check}.`, todo: WHOLE_COPY }))
  }
  const { rows: installed } = await sql`select 1 from pg_extension where extname = 'amcheck'`.execute(connection)
  if (!installed.length) return []
  const { rows: indexes } = await sql<{ name: string }>`select c.oid::regclass::text as name
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relnamespace = current_schema()::regnamespace and i.indisvalid`.execute(connection)
  const faults: Fault[] = []
  for (const [at, { name }] of indexes.entries()) {
    progress('Indexes', at, indexes.length)
    await sql`savepoint checked`.execute(connection)
    try {
      await sql`select bt_index_check(${name}::regclass, true)`.execute(connection)
    } catch (error) {
      await sql`rollback to checked`.execute(connection)
      // A user without the right to ask learns nothing about the index.
      if ((error as { code?: string }).code === '42501') return faults
      faults.push({
        what: `PostgreSQL finds the index ${name} damaged: ${(error as Error).message}.`,
        todo: `Run "reindex index ${name}" in psql, then verify again.`,
      })
    }
  }
  return faults
}

/** Reads every value of every table. */
async function readAll(connection: Db, progress: Progress): Promise<number> {
  const tables = await loadTables(connection)
  let rows = 0
  for (const [at, table] of tables.entries()) {
    progress('Tables', at, tables.length)
    rows += (await loadDigest(connection, table)).rows
  }
  progress('Tables', tables.length, tables.length)
  return rows
}

async function verifyReferences(connection: Db): Promise<Fault[]> {
  const broken =
    engineOf(connection) === 'sqlite'
      ? await sql<{ from: string; to: string; rows: number }>`select "table" as "from", parent as "to", count(*) as rows
          from pragma_foreign_key_check group by 1, 2`.execute(connection)
      : { rows: await brokenOnPostgres(connection) }
  return broken.rows.map(({ from, to, rows }) => ({
    what: `${rows} ${rows === 1 ? 'row' : 'rows'} of ${from} refer to rows of ${to} that are not there.`,
    todo: WHOLE_COPY,
  }))
}

async function brokenOnPostgres(connection: Db): Promise<{ from: string; to: string; rows: number }[]> {
  const { rows: references } = await sql<{ from: string; to: string; of: string[]; at: string[] }>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to",
      (select array_agg(quote_ident(attname) order by place) from unnest(conkey) with ordinality as k(no, place)
        join pg_attribute on attrelid = conrelid and attnum = k.no)::text[] as of,
      (select array_agg(quote_ident(attname) order by place) from unnest(confkey) with ordinality as k(no, place)
        join pg_attribute on attrelid = confrelid and attnum = k.no)::text[] as at
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(connection)
  const broken: { from: string; to: string; rows: number }[] = []
  for (const { from, to, of, at } of references) {
    const isSet = of.map((column) => `a.${column} is not null`).join(' and ')
    const isSame = of.map((column, place) => `a.${column} = b.${at[place]}`).join(' and ')
    const { rows } = await sql
      .raw<{ rows: number }>(
        `select count(*) as rows from ${from} a where ${isSet} and not exists (select 1 from ${to} b where ${isSame})`,
      )
      .execute(connection)
    if (rows[0]!.rows > 0) broken.push({ from, to, rows: rows[0]!.rows })
  }
  return broken
}

const STATUS = sql`case
  when a.archived_at is not null then 'archived'
  when a.published_at is null then case when a.closed_at is null then 'pending' else 'rejected' end
  when a.approved_at is null then 'rejected' else 'published' end`

const counted = (place: 'category' | 'volume') => {
  const id = sql.ref(`${place}_id`)
  return sql<{ id: string }>`select id from (
    select ${id} as id, status, count(*) as articles from article_heads where ${id} is not null group by ${id}, status
    union all select ${id}, status, -articles from ${sql.table(`${place}_counts`)}) as numbers
    group by id, status having sum(articles) <> 0`
}

const START =
  'Restore a backup into an empty folder and database, which makes this again, and tell those who maintain the program.'

/** What triggers and the program keep beside the rows that it follows from: each query finds what disagrees. */
const KEPT: [what: string, todo: string, query: RawBuilder<{ id: string }>][] = [
  [
    'The head of an article is missing or says something else than the article',
    START,
    sql`select a.id from articles a left join article_heads h on h.article_id = a.id
      where h.article_id is null or h.status <> (${STATUS}) or h.category_id <> a.category_id
        or coalesce(h.volume_id, '') <> coalesce(a.volume_id, '') or h.created_at <> a.created_at`,
  ],
  ['The number of articles of a category is wrong', START, counted('category')],
  ['The number of articles of a volume is wrong', START, counted('volume')],
  [
    'A public article has no record for harvesters, or one that says it is gone',
    'Correct and save the article: that writes its record.',
    sql`select p.id from public_articles p left join harvest_records r on r.article_id = p.id
      where r.article_id is null or r.deleted <> 0`,
  ],
  [
    'An article that is not public is given to harvesters',
    'Archive the article again: that writes its record.',
    sql`select r.article_id as id from harvest_records r left join public_articles p on p.id = r.article_id
      where r.deleted = 0 and p.id is null`,
  ],
  [
    'A public article is neither in the index of the search nor waiting for it',
    START,
    sql`select p.id from public_articles p left join search_articles s on s.article_id = p.id
      left join jobs d on d.kind = 'index' and d.subject = p.id where s.article_id is null and d.subject is null`,
  ],
  [
    'An article that is not public can be found by the search',
    START,
    sql`select s.article_id as id from search_articles s left join public_articles p on p.id = s.article_id
      left join jobs d on d.kind = 'index' and d.subject = s.article_id where p.id is null and d.subject is null`,
  ],
  [
    'An article is there and recorded as removed',
    WHOLE_COPY,
    sql`select a.id from articles a join article_tombstones t on t.id = a.id`,
  ],
]

async function verifyKept(connection: Db, progress: Progress): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [at, [what, todo, query]] of KEPT.entries()) {
    progress('What is kept beside rows', at, KEPT.length)
    const { rows } = await query.execute(connection)
    faults.push(...rows.map(({ id }) => ({ what: `${what}: ${id}.`, todo })))
  }
  progress('What is kept beside rows', KEPT.length, KEPT.length)
  return faults
}

/** The triggers that let nobody change what has been recorded. */
const GUARDED = ['audit_entries', 'review_reports', 'decisions']

async function verifyGuards(connection: Db): Promise<Fault[]> {
  const sqlite = engineOf(connection) === 'sqlite'
  const { rows } = sqlite
    ? await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(connection)
    : await sql<{ name: string }>`select tgname as name from pg_trigger where tgenabled = 'O'`.execute(connection)
  const there = new Set(rows.map(({ name }) => name))
  return GUARDED.filter((table) =>
    (sqlite ? [`${table}_no_update`, `${table}_no_delete`] : [`${table}_append_only`]).some((name) => !there.has(name)),
  ).map((table) => ({
    what: `The database no longer refuses changes of ${table}.`,
    todo: 'Someone has switched that off. Restore a backup into an empty folder and database: that switches it on.',
  }))
}

/** Entries are numbered; a time before that of the entry before is a clock that was put back. */
async function remarksOnAudit(connection: Db): Promise<string[]> {
  const { rows } = await sql<{ back: number; first: number }>`select count(*) as back, min(seq) as first from (
    select seq, at, lag(at) over (order by seq) as before from audit_entries) as entries where at < before`.execute(
    connection,
  )
  const { back, first } = rows[0]!
  if (!back) return []
  return [
    `The times in the audit log go back ${back} times, first at entry ${first}: several processes wrote at once, or the clock was set. The entries’ numbers are in order.`,
  ]
}

async function verifyFiles(
  store: FileStore,
  db: Db,
  promised: Map<string, Promised>,
  progress: Progress,
): Promise<{ faults: Fault[]; remarks: string[] }> {
  const faults: Fault[] = []
  const total = [...promised.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const file of promised.values()) {
    progress('Files', done, total)
    done += file.bytes
    const fault = await faultOf(store, file)
    // It may have been removed together with its row since the rows were read.
    if (fault && (await isPromised(db, file))) {
      const name = file.name === null ? '' : ` (${file.name})`
      faults.push({ what: `The file ${file.id}${name} of ${file.table} ${fault}.`, todo: remedyFor(file) })
    }
  }
  progress('Files', total, total)
  const unknown: string[] = []
  const now = await storedInRows(db)
  for await (const { id } of store.list()) if (!promised.has(id) && !now.has(id)) unknown.push(id)
  return {
    faults: faults,
    remarks: unknown.length
      ? [
          `${unknown.length} stored ${unknown.length === 1 ? 'file is' : 'files are'} known to no row: ${unknown.slice(0, 20).join(', ')}${unknown.length > 20 ? ', …' : ''}. An upload that was interrupted leaves such a file, and so does a wrong DATABASE_URL. They harm nothing; the journal removes them after 30 days, if they are few.`,
        ]
      : [],
  }
}

const remedyFor = ({ table }: Promised): string =>
  table === 'article_cards' || table === 'marked_pdfs' ? 'Nothing: it is made again when it is asked for.' : FROM_COPY

async function faultOf(store: FileStore, { id, bytes, sha256 }: Promised): Promise<string | null> {
  try {
    const stored = await store.open(id)
    if (!stored) return 'is missing'
    try {
      if (stored.bytes !== bytes) return `has ${stored.bytes} bytes instead of ${bytes}`
      return (await stored.verify(sha256)) ? null : 'has other bytes than were stored (its SHA-256 differs)'
    } finally {
      await stored.close()
    }
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
}
