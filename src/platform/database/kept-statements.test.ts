import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepingStatements } from './kept-statements.ts'

let sqlite: Sqlite.Database
let file: string

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'statements-')), 'leaves.sqlite')
  sqlite = new Sqlite(file)
  sqlite.exec("create table leaves (name text); insert into leaves values ('ovate'), ('linear')")
})
afterEach(() => void sqlite.close())

const SELECT = 'select * from leaves where name <> ?'

test('a statement is prepared once, and answers with its own parameters each time', () => {
  const prepare = vi.spyOn(sqlite, 'prepare')
  const database = keepingStatements(sqlite)
  expect(database.prepare(SELECT).all(['linear'])).toEqual([{ name: 'ovate' }])
  expect(database.prepare(SELECT).all(['ovate'])).toEqual([{ name: 'linear' }])
  expect(prepare).toHaveBeenCalledTimes(1)
})

test('what another process has changed in the schema is seen', () => {
  const database = keepingStatements(sqlite)
  expect(database.prepare(SELECT).all(['linear'])).toEqual([{ name: 'ovate' }])
  const other = new Sqlite(file)
  other.exec("alter table leaves add column margin text default 'entire'")
  expect(database.prepare(SELECT).all(['linear'])).toEqual([{ name: 'ovate', margin: 'entire' }])
  other.exec("drop table leaves; create table leaves (name text); insert into leaves values ('lobed')")
  other.close()
  expect(database.prepare(SELECT).all(['linear'])).toEqual([{ name: 'lobed' }])
})

test('the one that was used longest ago gives way, and long ones are not kept at all', () => {
  const prepare = vi.spyOn(sqlite, 'prepare')
  const database = keepingStatements(sqlite, 2)
  const statement = (number: number) => database.prepare(`select ${number}`)
  statement(1)
  statement(2)
  statement(1)
  statement(3)
  prepare.mockClear()
  statement(1)
  statement(3)
  expect(prepare).not.toHaveBeenCalled()
  statement(2)
  expect(prepare).toHaveBeenCalledTimes(1)

  const long = `select 1 -- ${'x'.repeat(9_000)}`
  prepare.mockClear()
  database.prepare(long)
  database.prepare(long)
  expect(prepare).toHaveBeenCalledTimes(2)
})
