import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { mysqlDump, postgresDump, postgresInserts } from '../../../tests/support/dumps.ts'
import { ojsDump, ojsTables } from '../../../tests/support/ojs-dump.ts'
import { DUMP_LIMITS } from './limits.ts'
import { movingFolder, stagedCopy } from './moving-folder.ts'
import { type Brought, readDump } from './read-dump.ts'
import { FINDINGS } from './staged-copy.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(inject('temporaryFolder'), 'read-'))
})

function reading(sql: string | Buffer, more: Partial<Brought> = {}) {
  const dump = join(dataDir, 'dump.sql')
  writeFileSync(dump, sql)
  return readDump(dataDir, { ...{ dump, files: null, publicFiles: null, config: null, journal: null }, ...more })
}
const refusal = (sql: string, more?: Partial<Brought>) =>
  reading(sql, more).then(
    () => 'read',
    (error: Error) => error.message,
  )
const copies = () => (existsSync(movingFolder(dataDir)) ? readdirSync(movingFolder(dataDir)) : [])

async function staged<Row>(query: string): Promise<Row[]> {
  const db = new Sqlite((await stagedCopy(dataDir))!.file, { readonly: true })
  try {
    return db.prepare(query).all() as Row[]
  } finally {
    db.close()
  }
}

describe('a dump', () => {
  test('is copied as text with its lines, and what it is is found', async () => {
    const read = await reading(ojsDump())
    expect(read).toMatchObject({
      version: { text: '3.3.0.22', family: '3.3' },
      journal: { id: '1', path: 'jbr', name: 'Journal of Botany', isEnabled: true, submissions: 2 },
      dump: { name: 'dump.sql', dialect: 'MySQL', charset: 'utf8mb4', hasEnd: true },
      withheld: 1,
    })
    expect(read.tables.find(({ table }) => table === 'sessions')).toEqual({ table: 'sessions', rows: 1, isKept: false })
    const rows = await staged<Record<string, unknown>>('select * from submissions')
    expect(rows).toEqual([
      { submission_id: '1', context_id: '1', 'source line': expect.any(Number) },
      { submission_id: '2', context_id: '1', 'source line': expect.any(Number) },
    ])
    expect(rows[1]!['source line']).toBe((rows[0]!['source line'] as number) + 1)
    const [found] = await staged<{ json: string }>(`select json from "${FINDINGS}"`)
    expect({ id: read.id, ...JSON.parse(found!.json) }).toEqual(read)
  })

  test('keeps no session, and no key that is among the settings', async () => {
    await reading(ojsDump())
    expect(await staged("select name from sqlite_master where name = 'sessions'")).toEqual([])
    expect(await staged("select setting_value from journal_settings where setting_name = 'orcidClientSecret'")).toEqual(
      [{ setting_value: null }],
    )
  })

  test('is for this user alone', async () => {
    await reading(ojsDump())
    expect(statSync((await stagedCopy(dataDir))!.file).mode & 0o777).toBe(0o600)
  })

  test('gives the same rows in each dialect', async () => {
    const [first, ...others] = [mysqlDump, postgresDump, postgresInserts].map((make) => make(ojsTables()))
    const rows = async (sql: string) => {
      const { tables, journals, version } = await reading(sql)
      return [
        tables,
        journals,
        version,
        await staged('select journal_id, setting_name, setting_value from journal_settings'),
      ]
    }
    const expected = await rows(first!)
    for (const other of others) expect(await rows(other)).toEqual(expected)
  })

  test('of several journals waits for the choice of one', async () => {
    const two = [
      ['2', 'second', '2', 'en_US', '0'],
      ['1', 'jbr', '1', 'en_US', '1'],
    ]
    const sql = ojsDump({ journals: two })
    expect(await reading(sql)).toMatchObject({
      journal: null,
      journals: [{ path: 'jbr' }, { path: 'second', name: '' }],
    })
    expect((await reading(sql, { journal: 'second' })).journal).toMatchObject({
      id: '2',
      isEnabled: false,
      submissions: 0,
    })
    expect(await refusal(sql, { journal: 'third' })).toContain('There are: jbr, second.')
    expect(await refusal(ojsDump({ journals: [] }))).toContain('no journal')
  })

  test('takes the truth of PostgreSQL as the numbers of MySQL', async () => {
    const sql = postgresDump(ojsTables()).replace(
      '--\n-- PostgreSQL database dump complete',
      'CREATE TABLE public.user_groups (user_group_id bigint, masthead boolean DEFAULT false NOT NULL, name text);\nCOPY public.user_groups (user_group_id, masthead, name) FROM stdin;\n1\tt\tt\n2\tf\tf\n3\t\\N\t\\N\n\\.\n--\n-- PostgreSQL database dump complete',
    )
    await reading(sql)
    expect(await staged('select masthead, name from user_groups')).toEqual([
      { masthead: '1', name: 't' },
      { masthead: '0', name: 'f' },
      { masthead: null, name: null },
    ])
  })

  test('takes the place of the one before', async () => {
    const first = await reading(ojsDump())
    const second = await reading(ojsDump())
    expect(second.id).not.toBe(first.id)
    expect(copies()).toEqual([second.id])
  })
})

describe('what was brought beside it', () => {
  test('folders are counted without following links', async () => {
    const files = join(dataDir, 'ojs-files')
    mkdirSync(join(files, 'journals', '1'), { recursive: true })
    writeFileSync(join(files, 'journals', '1', 'a.pdf'), '12345')
    symlinkSync('/', join(files, 'root'))
    const read = await reading(ojsDump(), { files, publicFiles: join(files, 'journals') })
    expect([read.files, read.publicFiles]).toEqual([
      { files: 1, bytes: 5, links: 1 },
      { files: 1, bytes: 5, links: 0 },
    ])
  })

  test('what is not there is refused before anything is read', async () => {
    const nowhere = join(dataDir, 'nowhere')
    for (const more of [
      { files: nowhere },
      { publicFiles: nowhere },
      { config: nowhere },
      { dump: nowhere },
      { dump: dataDir },
    ])
      expect(await refusal(ojsDump(), more)).toMatch(/^There is no (file|folder) /)
    expect(copies()).toEqual([])
  })
})

describe('a dump that is refused leaves nothing', () => {
  const dump = ojsDump()
  test.each([
    ['one that is cut short', dump.slice(0, -80), 'cut short'],
    ['one of no OJS', 'CREATE TABLE t (a int);', 'not of Open Journal Systems'],
    ['nothing but text', 'Dear editor, attached is the dump;', 'not of Open Journal Systems'],
    ['one with another database in it', `${dump}${dump}`, 'twice'],
    [
      'one of some tables',
      dump.replace('CREATE TABLE `users`', 'CREATE TABLE `members`'),
      'lacks tables that OJS 3.3.0.22 has: users',
    ],
    ['a row with too few values', dump.replace("('2','1')", "('2')"), '1 values where submissions has 2 columns'],
    ['a row with too many', dump.replace("('2','1')", "('2','1','3')"), '3 values where submissions has 2 columns'],
    [
      'rows of a table without columns',
      `INSERT INTO submissions VALUES (1);${dump}`,
      'does not name the columns of submissions',
    ],
    [
      'other columns than the table has',
      `${dump}INSERT INTO submissions (submission_id, x) VALUES (3, 4);`,
      'are not those of submissions',
    ],
    [
      'a column named twice',
      `${dump}INSERT INTO submissions (context_id, context_id) VALUES (3, 4);`,
      'are not those of submissions',
    ],
    [
      'a table with a column twice',
      dump.replace('`context_id` text', '`SUBMISSION_ID` text'),
      'not those of a table of OJS',
    ],
    [
      'a table with the name of the line',
      dump.replace('`context_id` text', '`source line` text'),
      'not those of a table of OJS',
    ],
    ['a table without its key', dump.replace('`path` text', '`way` text'), 'no column path'],
  ])('%s', async (_name, sql, sentence) => {
    await reading(ojsDump())
    const before = copies()
    expect(await refusal(sql)).toContain(sentence)
    expect(copies()).toEqual(before)
  })

  test('more tables than OJS has', async () => {
    const many = Array.from({ length: DUMP_LIMITS.tables + 1 }, (_, index) => `CREATE TABLE t${index} (a int);`)
    expect(await refusal(many.join(''))).toContain('tables')
  })
})

test('names from a dump are never taken as SQL', async () => {
  const name = 'a" text); drop table versions; --'
  const tables = ojsTables({}).map((table) =>
    table.name === 'users' ? { ...table, columns: ['id', name], rows: [['1', 'x']] } : table,
  )
  await reading(mysqlDump(tables))
  expect(await staged('select * from users')).toMatchObject([{ id: '1', [name]: 'x' }])
  const evil = 'CREATE TABLE `versions" (x); drop table "users` (a int);'
  const { tables: found } = await reading(`${mysqlDump(tables)}${evil}`)
  expect(found.find(({ table }) => table.startsWith('versions"'))).toMatchObject({ rows: 0, isKept: false })
  expect(await staged('select count(*) as count from users')).toEqual([{ count: 1 }])
})
