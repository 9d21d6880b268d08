import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { aFile, anArticle, aUser } from '../support/builders.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { diskStore } from '../../src/platform/storage/disk.ts'
import { checkTables } from './driver/check.ts'
import { missedTargets, noFigures } from './driver/figures.ts'
import { sha256 } from './driver/manuscripts.ts'
import { databaseFile, newPlace, type Place } from './driver/place.ts'
import type { Acknowledged } from './driver/witness.ts'

/** A check that cannot fail shows nothing: each of these is a loss that it has to notice. */
describe('the check of what was acknowledged', () => {
  let place: Place
  let whole: string
  const acknowledged: Acknowledged[] = []
  const content = Buffer.from('Seeds of wheat.')
  let fileId: string

  beforeAll(async () => {
    place = await newPlace({
      engine: 'sqlite',
      folder: mkdtempSync(join(inject('temporaryFolder'), 'check-')),
      postgres: null,
    })
    copyFileSync(inject('templates').sqlite, databaseFile(place))
    const database = connect({ file: databaseFile(place) })
    const store = diskStore(join(place.dataDir, 'files'))
    const user = await aUser(database, { fullName: 'Rosa' })
    const file = await aFile(database, { owner: user, content, store })
    fileId = file.id
    const article = await anArticle(database, { state: 'pending', submitter: user, manuscripts: [] })
    await database.db
      .insertInto('article_files')
      .values({ article_id: article.id, file_id: file.id, kind: 'manuscript', position: 0, version_id: null })
      .execute()
    await database.close()
    const { title, abstract, id } = article
    acknowledged.push(
      { what: 'account', email: user.email, username: user.username, fullName: 'Rosa' },
      { what: 'file', id: file.id, name: 'article.pdf', sha256: sha256(content), bytes: content.length },
      { what: 'article', id, title, abstract, files: [file.id], people: 3 },
    )
    whole = join(place.folder, 'whole.sqlite')
    change('select 1')
    copyFileSync(databaseFile(place), whole)
  })
  afterAll(() => rmSync(place.folder, { recursive: true, force: true }))

  /** Changes the database behind the journal's back. */
  function change(statement: string): void {
    const sqlite = new Sqlite(databaseFile(place))
    sqlite.pragma('wal_checkpoint(truncate)')
    sqlite.pragma('foreign_keys = off')
    sqlite.exec(statement)
    sqlite.close()
  }
  const lostAfter = async (statement: string) => {
    copyFileSync(whole, databaseFile(place))
    change(statement)
    return (await checkTables(place, acknowledged)).lost
  }

  test('finds everything where nothing was lost', async () => {
    expect(await lostAfter('select 1')).toEqual([])
  })

  test.each([
    ['an account', 'delete from users'],
    ['a name', "update users set full_name = 'R'"],
    ['the row of a file', 'delete from article_files; delete from files'],
    ['an article', 'delete from articles'],
    ['a text', "update articles set abstract = ''"],
    ['an author of an article', 'delete from article_contributors where position = 1'],
    ['a file of an article', 'delete from article_files'],
  ])('notices that %s is lost', async (_what, statement) => {
    expect(await lostAfter(statement)).not.toEqual([])
  })

  test('notices bytes that are lost, cut off or altered', async () => {
    copyFileSync(whole, databaseFile(place))
    const path = join(place.dataDir, 'files', fileId.slice(0, 2), fileId)
    const lost = async () => (await checkTables(place, acknowledged)).lost.length
    truncateSync(path, 3)
    expect(await lost()).toBe(1)
    rmSync(path)
    expect(await lost()).toBe(1)
    writeFileSync(path, Buffer.from('Seeds of barley'))
    expect(await lost()).toBe(1)
    writeFileSync(path, content)
    expect(await lost()).toBe(0)
  })

  test('notices what is there twice, and what is there in part', async () => {
    const copied = (id: string) => `insert into users (id, full_name, email, username, password_hash, role, created_at)
      select '${id}', full_name, upper(email), '${id}', password_hash, role, created_at from users`
    copyFileSync(whole, databaseFile(place))
    change('drop index if exists users_email')
    const before = await checkTables(place, acknowledged)
    change(`${copied(newId())}; update articles set published_at = '2026-01-01T00:00:00.000Z'`)
    const after = await checkTables(place, acknowledged)
    expect(after.duplicated.length).toBeGreaterThan(before.duplicated.length)
    expect(after.halfDone.length).toBeGreaterThan(before.halfDone.length)
  })

  test('each of its findings misses a target', () => {
    const well = { ...noFigures(), faults: 1, recovery: [1] }
    expect(missedTargets(well, 5)).toEqual([])
    for (const key of ['lost', 'duplicated', 'halfDone', 'wrongAnswers', 'missed'] as const)
      expect(missedTargets({ ...well, [key]: ['something'] }, 5)).toHaveLength(1)
    expect(missedTargets({ ...well, recovery: [6] }, 5)).toHaveLength(1)
    expect(missedTargets({ ...well, faults: 0 }, 5)).toHaveLength(1)
  })
})
