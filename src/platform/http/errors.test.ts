import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, openTestJournal, type Answer, type TestJournal } from '../../../tests/support/databases.ts'
import { findPostgres, startPostgres } from '../../../tests/support/postgres-server.ts'
import { ErrorBody } from '../../contract/api/errors.ts'
import { connect } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { errorAnswer } from './errors.ts'

/** What no response may reveal: a stack trace, an SQL statement, a local path, or the name of a library. */
const INSIDE =
  /\bat .+:\d+|select |insert |update |sqlite|postgres|pg_|kysely|fastify|FST_|node_modules|\/work\/|\/tmp\//i

function expectError(answer: Answer, status: number): void {
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toMatch(/no-store/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(ErrorBody.strict().parse(answer.body).statusCode).toBe(status)
  expect(answer.text).not.toMatch(INSIDE)
}

const signIn = '/auth/login'
const json = { headers: { 'content-type': 'application/json' } }

describe('a request that cannot be read', () => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await openTestJournal('sqlite')
  })
  afterAll(async () => {
    expect(journal.logged).toEqual([])
    await journal.close()
  })

  test.each(['{"email":', '{email: 1}', '', 'undefined', '{"email":"a"}}', '\u0000', '{"__proto__":{"role":"admin"}}'])(
    'for its JSON (%j) is answered 400',
    async (body) => {
      expectError(await journal.post(signIn, body, json), 400)
    },
  )

  test.each(['null', '[]', '"text"', '42', 'true', '[{"email":"a"}]'])(
    'for being no object (%s) is answered 400',
    async (body) => {
      expectError(await journal.post(signIn, body, json), 400)
    },
  )

  test.each([
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('for its content type (%s) is answered 415', async (type) => {
    expectError(await journal.post(signIn, 'email=a', { headers: { 'content-type': type } }), 415)
  })

  test('for its size is answered 413', async () => {
    const body = JSON.stringify({ email: 'a@plants.test', password: 'x'.repeat(3 * 1024 * 1024) })
    expectError(await journal.post(signIn, body, json), 413)
  })

  test('for endless fields it does not know is answered in a few words', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 0]))
    const long = { ['x'.repeat(7_000)]: 0, [`${'y'.repeat(99)}\u{1F331}`]: 0 }
    for (const body of [many, long]) {
      const answer = await journal.post(
        signIn,
        JSON.stringify({ email: 'a@plants.test', password: 'x', ...body }),
        json,
      )
      expectError(answer, 400)
      expect(answer.bytes.length).toBeLessThan(20_000)
      expect(answer.body.message.length).toBeLessThan(200)
      expect(Object.keys(answer.body.errors).length).toBeGreaterThan(0)
    }
  })

  test('for a field named like something every object has is told so', async () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty']) {
      const answer = await journal.post(signIn, { email: 'a@plants.test', password: 'Not-the-one-1', [name]: 1 })
      expectError(answer, 400)
      expect(Object.entries(answer.body.errors)).toEqual([[name, `Unknown field "${name}"`]])
    }
  })

  test('for its address is answered 404', async () => {
    for (const path of ['/nothing', '/posts', '/posts/details/%ff', '/posts/details/%E0%A4%A', '/%', '/users/1/2/3']) {
      expectError(await journal.get(path), 404)
    }
  })

  test('for its method is answered 404', async () => {
    expectError(await journal.send('DELETE', signIn), 404)
    expectError(await journal.send('PUT', '/posts/volume/abc', {}), 404)
  })

  test('for a name that stands in the address and in the query is answered 400', async () => {
    expectError(await journal.get('/posts/volume/abc?id=def'), 400)
  })
})

describe('a failure of our own', () => {
  eachDatabase((open) => {
    test('says nothing of the inside, and is logged', async () => {
      const journal = await open()
      const person = await aSignedIn(journal)
      await sql`drop table category_counts`.execute(journal.database.db)
      const answer = await journal.get('/posts/published')
      expectError(answer, 500)
      expect(answer.body.message).toBe('Something went wrong')
      expect(journal.logged.join()).toMatch(/category_counts/)
      expect((await journal.get('/users/me', { as: person })).status).toBe(200)
    })
  })
})

describe('without its database', () => {
  test.skipIf(findPostgres() === null)('on PostgreSQL the journal answers 503 until it is back', async () => {
    const server = await startPostgres(findPostgres()!)
    const journal = await openTestJournal('sqlite')
    const database = connect({ url: `${server.url}/postgres` })
    await migrate(database)
    Object.assign(journal.resources.database, { db: database.db, transaction: database.transaction })
    expect((await journal.get('/health')).status).toBe(200)

    await server.stop()
    const read = await journal.get('/posts/published')
    expectError(read, 503)
    expect(read.headers['retry-after']).toBe('5')
    expectError(await journal.get('/health'), 503)
    expectError(await journal.post('/auth/logout', { refreshToken: 'x' }), 503)
    await database.close().catch(() => {})
    await journal.close()
  })

  test('on SQLite a write that another process holds up too long is answered 503, and readers go on', async () => {
    const journal = await openTestJournal('sqlite')
    await sql`pragma busy_timeout = 20`.execute(journal.database.db)
    const other = new Sqlite(join(journal.dataDir, 'journal.sqlite'))
    other.exec('begin immediate')
    expectError(await journal.post('/auth/logout', { refreshToken: 'x' }), 503)
    expect((await journal.get('/posts/published')).status).toBe(200)
    expect((await journal.get('/health')).status).toBe(200)
    other.exec('rollback')
    other.close()
    expect((await journal.post('/auth/logout', { refreshToken: 'x' })).status).toBe(200)
    await journal.close()
  })

  test('when it is closed already, a late request is answered 503', async () => {
    const journal = await openTestJournal('sqlite')
    expect((await journal.get('/health')).status).toBe(200)
    await journal.database.close()
    expectError(await journal.get('/posts/published'), 503)
    expectError(await journal.get('/health'), 503)
    await journal.close()
  })

  test('when the journal is there, health says so and is never kept', async () => {
    const journal = await openTestJournal('sqlite')
    const answer = await journal.get('/health')
    expect(answer.body).toEqual({ status: 'ok' })
    expect(answer.headers['cache-control']).toBe('no-store')
    await journal.close()
  })
})

test.each([
  ['ENOSPC', 507],
  ['SQLITE_FULL', 507],
  ['53100', 507],
  ['ECONNREFUSED', 503],
  ['ECONNRESET', 503],
  ['EHOSTUNREACH', 503],
  ['EAI_AGAIN', 503],
  ['57P01', 503],
  ['53300', 503],
  ['08006', 503],
  ['SQLITE_BUSY', 503],
  ['SQLITE_BUSY_SNAPSHOT', 503],
  ['SQLITE_IOERR_FSYNC', 503],
  ['SQLITE_READONLY', 503],
  ['SQLITE_CANTOPEN', 503],
  ['EDQUOT', 507],
  ['EIO', 503],
  ['EROFS', 503],
  ['57014', 503],
  ['40P01', 503],
  ['25006', 503],
  ['23505', 500],
  ['SQLITE_CORRUPT', 500],
])('the failure %s is answered %i', (code, status) => {
  const error = Object.assign(new Error(`secret ${randomBytes(4).toString('hex')}`), { code })
  const answer = errorAnswer(error)
  expect(answer.statusCode).toBe(status)
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
])('a connection that is gone (%s) is answered 503', (message) => {
  expect(errorAnswer(new Error(message)).statusCode).toBe(503)
})
