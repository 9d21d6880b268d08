import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, inject, test } from 'vitest'
import { KEPT_TABLES } from './kept-tables.ts'
import { stagedCopy } from './moving-folder.ts'
import { readDump } from './read-dump.ts'

/** Whole installations of six versions, beside the project where they are there. */
const given = process.env.OJS_DATA ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'ojs')

interface Expected {
  source: {
    version: string
    journalPath: string
    otherJournals?: string[]
    rows?: Record<string, number>
    totalRows?: number
    rowsInAll?: number
  }
}

const MADE = ['made-248', 'made-312', 'made-321', 'made-330', 'made-340', 'made-350']
const DUMPS = [
  ...MADE.map((set) => [set, 'database.sql.gz']),
  ['made-340', 'database-pgsql.sql.gz'],
  ['genuine-3.0.2', 'database.sql.gz'],
]

async function reading(set: string, file: string) {
  const dataDir = mkdtempSync(join(inject('temporaryFolder'), 'given-'))
  const config = join(given, set, 'config.inc.php')
  const dump = join(given, set, file)
  const read = await readDump(dataDir, {
    ...{ dump, files: null, publicFiles: null },
    config: existsSync(config) ? config : null,
    journal: null,
  })
  return { read, db: new Sqlite((await stagedCopy(dataDir))!.file, { readonly: true }) }
}

describe.skipIf(!existsSync(join(given, 'made-330')))('of the given installations', () => {
  test.each(DUMPS)('%s/%s is read with all its rows', async (set, file) => {
    const { source } = JSON.parse(readFileSync(join(given, set!, 'expected.json'), 'utf8')) as Expected
    const { read, db } = await reading(set!, file!)
    try {
      expect(read.version.text).toBe(source.version)
      expect(read.journals.map(({ path }) => path)).toEqual([source.journalPath, ...(source.otherJournals ?? [])])
      const filled = read.tables.filter(({ rows }) => rows > 0)
      expect(filled.reduce((sum, { rows }) => sum + rows, 0)).toBe(source.totalRows ?? source.rowsInAll)
      if (source.rows) expect(Object.fromEntries(filled.map(({ table, rows }) => [table, rows]))).toEqual(source.rows)
      expect(read.dump.hasEnd).toBe(true)
      for (const { table, rows } of filled.filter(({ isKept }) => isKept))
        expect(db.prepare(`select count(*) as rows from "${table}"`).get(), table).toEqual({ rows })
      expect(JSON.stringify(read)).not.toContain('do-not-keep-me')
    } finally {
      db.close()
    }
  })

  test('the same database gives the same rows from MySQL and from PostgreSQL', async () => {
    const { db: mysql } = await reading('made-340', 'database.sql.gz')
    const { read, db: postgres } = await reading('made-340', 'database-pgsql.sql.gz')
    try {
      for (const { table } of read.tables.filter(({ rows, table }) => rows > 0 && KEPT_TABLES.has(table))) {
        const names = (postgres.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name)
        const columns = names.filter((name) => !['source line', 'password'].includes(name)).map((name) => `"${name}"`)
        // Each set has salts of its own for the same passwords. MySQL writes a sequence as 1.00 where PostgreSQL writes 1.
        const plain = (value: unknown) => (/^\d+\.\d\d$/.test(String(value)) ? String(Number(value)) : value)
        const rows = (db: Sqlite.Database) =>
          (
            db
              .prepare(`select ${columns.join(', ')} from "${table}"`)
              .raw()
              .all() as unknown[][]
          )
            .map((row) => JSON.stringify(row.map(plain)))
            .sort()
        expect(rows(postgres), table).toEqual(rows(mysql))
      }
    } finally {
      mysql.close()
      postgres.close()
    }
  })
})
