import { beforeAll, expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type Open, type TestJournal } from '../../../tests/support/databases.ts'
import { createApp } from '../../app/app.ts'
import { SharedCounts } from '../database/shared-counts.ts'
import { SignInDelays } from '../../journal/accounts/users/sign-in-delays.ts'

let address = 0
/** A network that no test has used. */
const newcomer = () => ({ 'x-forwarded-for': `198.51.100.${++address}` })

/** A journal, and the application of a second server on its database. */
async function twoServers(open: Open) {
  const journal = await open({ limits: true, trustProxy: 1 })
  const { database } = journal
  const secret = Buffer.alloc(48, 7)
  const onServer = (sharedCounts: SharedCounts | null) =>
    createApp({
      resources: { ...journal.resources, sharedCounts, signInDelays: new SignInDelays(true, sharedCounts) },
      rates: { on: true },
      trustProxy: 1,
    })
  const shared = database.engine === 'postgres' ? new SharedCounts(database.db, secret) : null
  const [first, second] = [await onServer(shared), await onServer(shared && new SharedCounts(database.db, secret))]
  return { journal, database, first, second }
}

eachDatabase((open, engine) => {
  if (engine === 'sqlite') {
    test('on SQLite nothing is counted in the database', async () => {
      const { journal, database } = await twoServers(open)
      expect(journal.resources.sharedCounts).toBeNull()
      await journal.post('/auth/login', { email: 'nobody@plants.test', password: 'x' })
      expect(await database.db.selectFrom('shared_counts').selectAll().execute()).toEqual([])
    })
    return
  }

  let servers: Awaited<ReturnType<typeof twoServers>>
  beforeAll(async () => {
    servers = await twoServers(open)
    return async () => {
      await servers.first.close()
      await servers.second.close()
    }
  })
  const call = async (
    app: TestJournal['app'],
    path: string,
    { headers, ...payload }: { headers: Record<string, string>; email?: string; password?: string },
  ) => {
    const answer = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']) }
  }

  test('signing up is limited by what all servers have counted', async () => {
    const { first, second } = servers
    const headers = newcomer()
    const statuses: number[] = []
    for (let time = 0; time < 6; time++) {
      statuses.push((await call(time % 2 ? first : second, '/auth/register', { headers })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    for (const app of [first, second]) {
      const refused = await call(app, '/auth/register', { headers })
      expect(refused.status).toBe(429)
      expect(refused.retryAfter).toBeGreaterThan(3500)
      expect(refused.retryAfter).toBeLessThanOrEqual(3600)
    }
    expect((await call(first, '/auth/register', { headers: newcomer() })).status).toBe(400)
  })

  test('wrong passwords on one server delay the next attempt on another, and a right one ends that', async () => {
    const { first, second, database } = servers
    const headers = newcomer()
    const { email } = await aUser(database)
    const tries = (app: TestJournal['app'], password: string, from = headers) =>
      call(app, '/auth/login', { headers: from, email, password })
    for (let time = 0; time < 5; time++) {
      expect((await tries(time % 2 ? first : second, 'Not-the-one-1')).status).toBe(401)
    }
    for (const app of [first, second]) {
      const refused = await tries(app, PASSWORD)
      expect(refused.status).toBe(429)
      expect(refused.retryAfter).toBe(1)
    }
    // The owner elsewhere is not kept out.
    expect((await tries(first, PASSWORD, newcomer())).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await tries(second, PASSWORD)).status).toBe(200)
    for (let time = 0; time < 4; time++) expect((await tries(first, 'Not-the-one-1')).status).toBe(401)
    expect((await tries(second, PASSWORD)).status).toBe(200)
  })

  test('many at once are counted one by one', async () => {
    const { first, second } = servers
    const headers = newcomer()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        call(at % 2 ? first : second, '/auth/login', { headers, email: `${at}@plants.test`, password: 'x' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test('reading asks nothing for its limit, and a flood that is refused asks nothing either', async () => {
    const { journal } = servers
    const { database } = journal
    const asked: string[] = []
    await watchQueries(database, async (watched) => {
      const counts = new SharedCounts(watched.db, Buffer.alloc(48, 8))
      const add = counts.add.bind(counts)
      counts.add = (key, ...rest) => {
        asked.push(key)
        return add(key, ...rest)
      }
      const app = await createApp({
        resources: { ...journal.resources, sharedCounts: counts },
        rates: { on: true },
        trustProxy: 1,
      })
      const headers = newcomer()
      for (let time = 0; time < 5; time++) {
        expect((await app.inject({ url: '/api/categories', headers })).statusCode).toBe(200)
      }
      expect(asked).toEqual([])
      for (let time = 0; time < 50; time++) await call(app, '/auth/register', { headers })
      expect(asked).toHaveLength(6)
      await app.close()
    })
  })

  test('what is counted says of nobody who it was, and is removed when it is forgotten', async () => {
    const { database } = servers
    const counts = new SharedCounts(database.db, Buffer.alloc(48, 9))
    const headers = newcomer()
    await counts.add(`sign-in ${headers['x-forwarded-for']} rosa@plants.test`, 60_000)
    await counts.add('short', 1)
    const rows = await database.db.selectFrom('shared_counts').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|rosa/)
    expect(await counts.read(`sign-in ${headers['x-forwarded-for']} rosa@plants.test`)).toMatchObject({ count: 1 })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await counts.read('short')).toBeNull()
    expect(await counts.add('short', 1)).toMatchObject({ count: 1 })
    await new Promise((resolve) => setTimeout(resolve, 10))
    const before = rows.length
    await counts.sweep()
    expect(await database.db.selectFrom('shared_counts').selectAll().execute()).toHaveLength(before - 1)
  })
})
