import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { aFile, anArticle, aCategory, aSignedIn, aUser, aVolume, PASSWORD } from '../support/builders.ts'
import { openCrossrefServer, type CrossrefServer } from '../support/crossref-server.ts'
import { aMultipart, aPdf } from '../support/multipart.ts'
import { aCaseWithEditor, invitedTo } from '../support/review-builders.ts'
import { openSmtpServer, type SmtpServer } from '../support/smtp-server.ts'
import { migrate, migrations, type Migration } from '../../src/platform/database/migrate.ts'
import { enqueueDeposit } from '../../src/journal/publication/dois/enqueue-deposit.ts'
import { newId } from '../../src/platform/ids.ts'
import { missingProgram, newCaller, startTwoServers, type Answer, type TwoServers } from './two-servers.ts'
import { withPrefix } from './with-prefix.ts'
import './doi-prefix.ts'

const missing = missingProgram()
test.skip(missing !== null, missing ?? '')
test.describe.configure({ timeout: 300_000 })

const PREFIX = '10.5555'
let smtp: SmtpServer
let crossref: CrossrefServer
let journal: TwoServers
let admin: Awaited<ReturnType<typeof aSignedIn>>

test.beforeAll(async () => {
  test.setTimeout(300_000)
  smtp = await openSmtpServer()
  crossref = await openCrossrefServer({ prefix: PREFIX })
  journal = await startTwoServers({
    ...withPrefix,
    ...{ CROSSREF_USER: crossref.user, CROSSREF_PASSWORD: crossref.password, CROSSREF_URL: crossref.url },
    SMTP_URL: smtp.url,
  })
  admin = await aSignedIn(journal, { role: 'admin' })
})
test.afterAll(async () => {
  await journal?.close()
  await crossref?.close()
  await smtp?.close()
})

/** Each server as the writer and the other as the reader. */
const bothWays = () => [journal.servers, journal.servers.toReversed()] as const

/** Wakes what both servers do in the background, at the same moment. */
const wakeBoth = () =>
  Promise.all(journal.servers.map((server) => server.ask('/api/auth/logout', { body: { refreshToken: 'none' } })))

test('what is written on one server is on every page, list and feed of the other with the next request', async () => {
  const { database } = journal
  const [category, volume] = [await aCategory(database), await aVolume(database)]
  for (const [writer, reader] of bothWays()) {
    const article = await anArticle(database, { state: 'pending', category, volume, title: `Mosses of ${newId()}` })
    const pages = ['/', '/blog', `/category/${category.id}`, `/volume/${volume.id}`]
    const places = [...pages, '/api/posts/published?limit=100', '/feed.atom', '/sitemap.xml']
    for (let time = 0; time < 3; time++) {
      // From the second time on they are kept.
      for (const place of places) expect((await reader!.ask(place)).text).not.toContain(article.id)
      expect((await reader!.ask(`/blog/${article.id}`)).status).toBe(404)
    }
    const { body, headers } = aMultipart({ name: 'final.pdf', content: aPdf() })
    const pdf = await writer!.ask('/api/files/upload', { raw: body, headers: { ...headers, ...admin.headers } })
    expect(pdf.status).toBe(201)
    const approved = await writer!.ask(`/api/posts/${article.id}/approve`, {
      ...{ method: 'PUT', headers: admin.headers },
      body: { pdfUrl: pdf.body.url, volumeId: volume.id },
    })
    expect(approved.status, approved.text).toBe(200)
    for (const place of places) expect((await reader!.ask(place)).text, place).toContain(article.id)
    // The same version under the same tag: a reader who meets the other server loads nothing again. The deposit of the
    // article may change it meanwhile.
    await expect(async () => {
      const page = await reader!.ask(`/blog/${article.id}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain(article.title)
      const tag = String(page.headers.etag)
      const same = await writer!.ask(`/blog/${article.id}`)
      expect(same.headers.etag).toBe(tag)
      expect((await writer!.ask(`/blog/${article.id}`, { headers: { 'if-none-match': tag } })).status).toBe(304)
    }).toPass({ timeout: 30_000 })
    expect((await reader!.ask(`/blog/${article.id}.pdf`)).status).toBe(200)
  }
})

test('a session that one server opened holds on the other, and ends on both at once', async () => {
  const { email } = await aUser(journal.database)
  for (const [one, other] of bothWays()) {
    const opened = await one!.ask('/api/auth/login', { body: { email, password: PASSWORD } })
    expect(opened.status).toBe(200)
    const headers = { authorization: `Bearer ${opened.body.accessToken}` }
    const sessions = (server: typeof one) => server!.ask('/api/auth/sessions', { headers })
    expect((await sessions(other)).status).toBe(200)
    const { refreshToken } = opened.body
    expect((await other!.ask('/api/auth/logout', { body: { refreshToken } })).status).toBe(200)
    expect((await sessions(one)).status).toBe(401)
    expect((await sessions(other)).status).toBe(401)
  }
})

test('refresh tokens are exchanged on either server, and a spent one that comes back ends the session on both', async () => {
  const { email } = await aUser(journal.database)
  const [one, other] = journal.servers
  const opened = await one.ask('/api/auth/login', { body: { email, password: PASSWORD } })
  const refresh = (server: typeof one, refreshToken: string) =>
    server.ask('/api/auth/refresh', { body: { refreshToken, rotate: true } })
  const tokens: string[] = [opened.body.refreshToken]
  for (const server of [other, one, other]) {
    const { status, body } = await refresh(server, tokens.at(-1)!)
    expect(status).toBe(200)
    tokens.push(body.refreshToken)
  }
  expect(new Set(tokens).size).toBe(4)
  // Both at the same moment: one token comes out of it.
  const together = await Promise.all([refresh(one, tokens[3]!), refresh(other, tokens[3]!)])
  expect(together.map(({ status }) => status)).toEqual([200, 200])
  expect(together.filter(({ body }) => body.refreshToken)).toHaveLength(1)
  const current = together.find(({ body }) => body.refreshToken)!.body
  expect((await refresh(one, tokens[0]!)).status).toBe(401)
  for (const server of journal.servers) {
    expect((await refresh(server, current.refreshToken)).status).toBe(401)
    const headers = { authorization: `Bearer ${current.accessToken}` }
    expect((await server.ask('/api/auth/sessions', { headers })).status).toBe(401)
  }
})

test('limits and delays hold across both servers', async () => {
  const from = newCaller()
  const statuses: number[] = []
  for (let time = 0; time < 7; time++) {
    statuses.push((await journal.servers[time % 2]!.ask('/api/auth/register', { body: {}, from })).status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  const { email } = await aUser(journal.database)
  const signIn = (server: number, password: string) =>
    journal.servers[server]!.ask('/api/auth/login', { body: { email, password }, from })
  for (let time = 0; time < 5; time++) expect((await signIn(time % 2, 'Not-the-one-1')).status).toBe(401)
  for (const server of [0, 1]) expect((await signIn(server, PASSWORD)).status).toBe(429)
})

test('each email, reminder and deposit is sent once', async () => {
  const { database } = journal
  const people = await Promise.all(Array.from({ length: 30 }, () => aUser(database)))
  const cases = 8
  const asked: string[] = []
  for (let made = 0; made < cases; made++) {
    const [assignment] = await invitedTo(database, await aCaseWithEditor(database), { count: 1 })
    asked.push(assignment!.email)
    const at = new Date(Date.now() - 3 * 86_400_000).toISOString()
    await database.db
      .updateTable('review_assignments')
      .set({ invited_at: at })
      .where('id', '=', assignment!.id)
      .execute()
  }
  const articles = await Promise.all(
    Array.from({ length: 8 }, () => anArticle(database, { doi: `${PREFIX}/jpbr.${newId()}` })),
  )
  for (const article of articles) await database.transaction((tx) => enqueueDeposit(tx, article, 'approval'))
  await Promise.all(
    people.map(({ email }, at) => journal.servers[at % 2]!.ask('/api/auth/forgot-password', { body: { email } })),
  )
  await wakeBoth()

  const to = (email: string) => smtp.received.filter((one) => one.to.includes(email))
  const reminders = () => asked.map((email) => to(email).filter(({ subject }) => /remind/i.test(subject)).length)
  const deposits = () =>
    articles.map(({ doi }) => crossref.submissions.filter(({ xml }) => xml.includes(`<doi>${doi}</doi>`)).length)
  await expect
    .poll(() => [people.every(({ email }) => to(email).length), ...reminders(), ...deposits()], { timeout: 120_000 })
    .not.toContain(0)
  await expect.poll(() => people.every(({ email }) => to(email).length), { timeout: 120_000 }).toBe(true)
  // Whatever would be sent twice would be by now.
  for (let time = 0; time < 3; time++) {
    await wakeBoth()
    await sleep(400)
  }
  expect(people.map(({ email }) => to(email).length)).toEqual(people.map(() => 1))
  expect(reminders()).toEqual(asked.map(() => 1))
  expect(deposits()).toEqual(articles.map(() => 1))
  const ids = smtp.received.map((email) => email.header('message-id'))
  expect(new Set(ids).size).toBe(ids.length)
})

test('what one server has received, the other sends', async () => {
  const [one, other] = journal.servers
  const { body, headers } = aMultipart({ name: 'final.pdf', content: aPdf('Of one server') })
  const received = await one.ask('/api/files/upload', { raw: body, headers: { ...headers, ...admin.headers } })
  expect(received.status).toBe(201)
  const file = await other.ask(new URL(received.body.url, 'http://x').pathname, { headers: admin.headers })
  expect(file.status).toBe(200)
  expect(file.text).toContain('%PDF')
})

test('a server with secrets of its own does not start beside them', async () => {
  const third = await journal.another()
  expect(await third.fail()).toContain('The files token-secret and address-secret in')
  expect(third.said()).toContain('must be the same on every server of this journal. Copy them from the other server')
})

interface Load {
  /** The names of categories that were acknowledged. */
  acknowledged: string[]
  reads: Answer[]
  writes: Answer[]
  stop: () => Promise<void>
}

/** Readers and writers through nginx, each with an address of their own, until they are stopped. */
function underLoad(readers: number, writers: number): Load {
  let going = true
  const load: Load = {
    acknowledged: [],
    reads: [],
    writes: [],
    stop: async () => {
      going = false
      await all
    },
  }
  const failed: Answer = { status: 0, headers: {}, text: '', body: undefined }
  const reader = async (_: unknown, at: number) => {
    for (let turn = at; going; turn++) {
      const path = ['/', '/blog', '/api/categories', '/feed.atom', '/api/posts/published'][turn % 5]!
      load.reads.push(
        await journal.ask(path, { from: newCaller() }).catch((error: Error) => ({ ...failed, text: error.message })),
      )
    }
  }
  const writer = async () => {
    while (going) {
      const slug = `load-${newId()}`
      const asking = { from: newCaller(), body: { name: slug, slug }, headers: admin.headers }
      const answer = await journal.ask('/api/categories', asking).catch(() => failed)
      load.writes.push(answer)
      if (answer.status === 201) load.acknowledged.push(slug)
      await sleep(5)
    }
  }
  const all = Promise.all([...Array.from({ length: readers }, reader), ...Array.from({ length: writers }, writer)])
  return load
}

/** Waits until as much again has been read and written. */
async function goesOn(load: Load): Promise<void> {
  const [reads, writes] = [load.reads.length, load.acknowledged.length]
  await expect.poll(() => load.reads.length, { timeout: 120_000 }).toBeGreaterThan(reads + 50)
  await expect.poll(() => load.acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(writes + 10)
}

const kept = async (): Promise<Set<string>> => {
  const rows = await journal.database.db.selectFrom('categories').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** Waits until nginx asks both again: each of its processes finds out by itself. */
async function bothAreAsked(): Promise<void> {
  const asked = async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => journal.ask('/api/health', { from: newCaller() })),
    )
    return journal.servers.map(
      ({ port }) => answers.filter((one) => one.headers['x-server'] === `127.0.0.1:${port}`).length > 3,
    )
  }
  for (let inRow = 0; inRow < 4;) {
    inRow = (await asked()).every(Boolean) ? inRow + 1 : 0
    await sleep(300)
  }
}

const statusesOf = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

test('a server that is killed under load loses nothing acknowledged, and nginx answers from the other', async () => {
  const load = underLoad(6, 4)
  for (const server of journal.servers) {
    await sleep(700)
    await server.kill('SIGKILL')
    // The other carries the journal meanwhile.
    await goesOn(load)
    await server.start()
    await bothAreAsked()
  }
  await load.stop()
  expect(load.acknowledged.length).toBeGreaterThan(20)
  const found = await kept()
  expect(load.acknowledged.filter((slug) => !found.has(slug))).toEqual([])
  // No reader has noticed; a writer hears of a call that may have failed.
  expect(statusesOf(load.reads)).toEqual([200])
  expect(load.writes.filter(({ status }) => status !== 201).length).toBeLessThanOrEqual(2 * 4)
})

test('what changes something goes to one server only, also if that is killed before it answers', async () => {
  const { servers, database } = journal
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const slug = `once-${newId()}`
    const { body: category } = await servers[0].ask('/api/categories', {
      ...{ body: { name: slug, slug }, headers: admin.headers },
    })
    const from = newCaller()
    const isAt = (await journal.ask('/api/health', { from })).headers['x-server']
    const holder = servers.find(({ port }) => isAt === `127.0.0.1:${port}`)!
    // The version of the site is locked, so that the call is under way when its server is killed.
    const [lock, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = database.transaction(async (tx) => {
      await tx.selectFrom('site_version').selectAll().forUpdate().execute()
      locked.resolve()
      await lock.promise
    })
    await locked.promise
    const call = journal.ask(`/api/categories${method === 'POST' ? '' : `/${category.id}`}`, {
      ...{ method, from, headers: admin.headers },
      ...(method === 'DELETE' ? {} : { body: { name: `${slug}-2`, slug: `${slug}-2` } }),
    })
    await sleep(700)
    await holder.kill('SIGKILL')
    const answer = await call
    expect(answer.status, method).toBe(503)
    expect(answer.headers['x-server'], method).toBe(isAt)
    lock.resolve()
    await holding
    // Reading goes on at the other.
    const read = await journal.ask('/api/categories', { from })
    expect(read.status).toBe(200)
    await holder.start()
    // The next round needs both.
    await bothAreAsked()
  }
})

test('servers that are restarted one after the other keep the journal open', async () => {
  const load = underLoad(6, 2)
  for (const server of journal.servers) {
    await sleep(500)
    await server.kill('SIGTERM')
    await server.start()
    await bothAreAsked()
  }
  await load.stop()
  const others = load.reads.filter(({ status }) => status !== 200)
  expect(others.map(({ status, headers, text }) => [status, headers['x-server'], text.slice(0, 200)])).toEqual([])
  const found = await kept()
  expect(load.acknowledged.filter((slug) => !found.has(slug))).toEqual([])
})

/** What a later version might bring, beside which this one goes on. */
const LATER: Migration[] = [
  {
    name: '9998-moss',
    additive: true,
    statements: [
      `alter table articles add column moss text not null default 'green'`,
      `alter table categories add column moss text`,
      `create index categories_moss on categories (moss)`,
      'create table mosses (id text primary key, article_id text references articles (id) on delete cascade)',
    ],
  },
  { name: '9999-no-moss', statements: ['drop table mosses'] },
]

test('the database is changed for a later version while servers of this one read and write', async () => {
  const load = underLoad(6, 4)
  await sleep(500)
  const newer = { known: [...migrations, ...LATER] }
  expect(await migrate(journal.database, '9998-moss', newer)).toEqual(['9998-moss'])
  await goesOn(load)
  // One of this version that is restarted meanwhile starts beside the change.
  await journal.servers[0].kill('SIGTERM')
  await journal.servers[0].start()
  await load.stop()
  expect(statusesOf(load.reads)).toEqual([200])
  expect(load.writes.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  const pdf = await aFile(journal.database, { createdAt: new Date().toISOString() })
  const pending = await anArticle(journal.database, { state: 'public', pdf })
  for (const server of journal.servers) expect((await server.ask(`/blog/${pending.id}`)).status).toBe(200)

  // What it cannot work beside, it refuses.
  expect(await migrate(journal.database, undefined, newer)).toEqual(['9999-no-moss'])
  await journal.servers[0].kill('SIGTERM')
  expect(await journal.servers[0].fail()).toContain(
    'The database was last used by a newer version of this program (it has the change "9999-no-moss").',
  )
  expect((await journal.servers[1].ask('/')).status).toBe(200)
})
