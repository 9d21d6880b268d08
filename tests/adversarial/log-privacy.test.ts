import { describe, expect, test } from 'vitest'
import { deliverDue } from '../../src/platform/email/deliver.ts'
import { loggedPath, openLog } from '../../src/platform/log.ts'
import { aCategory, aReviewer, aSignedIn, type SignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { aDocx, aMultipart } from '../support/multipart.ts'
import { aCase, asCaller, invited } from '../support/review-builders.ts'
import { openSmtpServer, type SmtpTrouble } from '../support/smtp-server.ts'

/** Everything in the requests by which someone is known, what they look for, or opens something. */
const PRIVATE =
  /zuleikha|qureshi|private-(?:author|reviewer|newcomer)|kostbarová|Saffron-Lantern|203\.0\.113\.77|2001:db8:77|zebrawort|secretkeyvalue|Hyphomycetes of Quetta/i

const FORWARDED = ['203.0.113.77', '2001:db8:77::9', '::ffff:203.0.113.77']

describe('the log of a journal', () => {
  eachDatabase((open) => {
    /** Signing up and in, submitting, searching, a reviewer's link, uploads, refusals and failures. */
    async function drive(journal: TestJournal, smtp: { trouble: SmtpTrouble | null }) {
      const { database } = journal
      let call = 0
      const headers = () => ({
        'x-forwarded-for': FORWARDED[call++ % FORWARDED.length]!,
        'user-agent': 'private-author browser',
        cookie: 'secretkeyvalue=1',
      })
      const send = async (method: string, path: string, body?: unknown, as?: SignedIn, more = {}) =>
        journal.send(method, path, body, { as, headers: { ...headers(), ...more } })
      const newcomer = {
        fullName: 'Zuleikha Qureshi',
        username: 'zuleikha_q',
        email: 'private-newcomer@plants.test',
        password: 'Saffron-Lantern-77',
        phoneNumber: '+92 300 7654321',
        location: 'Multan',
      }
      expect((await send('POST', '/auth/register', newcomer)).status).toBe(201)
      expect((await send('POST', '/auth/register', newcomer)).status).toBe(409)
      const login = (password: string) => send('POST', '/auth/login', { email: newcomer.email, password })
      expect((await login('Saffron-Lantern-78')).status).toBe(401)
      const { body: session } = await login(newcomer.password)
      const secrets: string[] = [session.accessToken, session.refreshToken].filter(Boolean)
      expect(secrets).not.toEqual([])
      await send('POST', '/auth/forgot-password', { email: newcomer.email })
      await send('POST', '/auth/reset-password', { token: 'Secretkeyvalue77Secretkeyvalue77', password: 'x' })

      const author = await aSignedIn(journal, { fullName: 'Zuleikha Qureshi', email: 'private-author@plants.test' })
      const upload = aMultipart({ name: 'zuleikha-qureshi.docx', content: aDocx() })
      const { url } = (await send('POST', '/files/upload', upload.body, author, upload.headers)).body
      const submission = {
        title: 'Hyphomycetes of Quetta',
        categoryId: (await aCategory(database)).id,
        excerpt: 'Short.',
        keywords: 'seed rain, Prosopis, drylands, dispersal, Thar',
        abstract: '<p>We counted.</p>',
        files: [url],
        contributors: [
          {
            fullName: 'Jana Kostbarová',
            email: 'private-author-2@plants.test',
            affiliation: 'Brno',
            role: 'Corresponding Author',
          },
        ],
      }
      expect((await send('POST', '/posts', submission, author)).status).toBe(201)
      await journal.app.inject({
        method: 'POST',
        url: '/api/posts',
        headers: { ...headers(), 'content-type': 'application/json' },
        payload: '{"title": "Zuleikha Qureshi private-author@plants.test',
      })

      const admin = await aSignedIn(journal, { role: 'admin', email: 'private-author-3@plants.test' })
      const article = await aCase(database, { submitter: author.user })
      const reviewer = await aReviewer(database, {
        fullName: 'Jana Kostbarová',
        emails: ['private-reviewer@away.test'],
      })
      await invited(database, asCaller(admin), article.id, { reviewers: [reviewer] })
      const asReviewer = { authorization: 'Review Secretkeyvalue77Secretkeyvalue77Secretkeyvalue7' }
      await send('POST', '/review/open', {}, undefined, asReviewer)
      await send('GET', '/reviewers?q=kostbarov%C3%A1', undefined, admin)
      for (const path of [
        '/search?q=zebrawort',
        '/search?q=private-author%40plants.test',
        '/posts/published?search=zebrawort&key=secretkeyvalue',
        '/files/abcdefghijkl/zuleikha.pdf?expires=1&signature=Secretkeyvalue77Secretkeyvalue',
        '/nothing/private-author@plants.test',
        '/nothing/Secretkeyvalue77Secretkeyvalue77/x',
      ])
        await send('GET', path)
      for (const url of [
        '/author/kostbarová',
        '/search?q=zebrawort',
        '/blog/x?key=secretkeyvalue',
        '/%E0%A4%A?q=zebrawort',
      ])
        await journal.app.inject({ url, headers: headers() })

      for (const trouble of ['unknown', 'repeats the link', 'busy', 'drops'] as const) {
        smtp.trouble = trouble
        await deliverDue(journal.resources, { clock: () => new Date(Date.now() + 7 * 24 * 3_600_000) })
      }
      smtp.trouble = null
      await deliverDue(journal.resources, { clock: () => new Date(Date.now() + 14 * 24 * 3_600_000) })

      // What the database and parsers say when something is wrong, with all that they were given.
      const { db } = database
      const failures = [
        () =>
          db
            .insertInto('users')
            .values({ ...author.user, id: 'another-id-1' })
            .execute(),
        () =>
          db
            .updateTable('users')
            .set({ role: 'Zuleikha Qureshi' as never })
            .execute(),
        () =>
          db
            .insertInto('article_files')
            .values({ article_id: 'Zuleikha Qureshi' } as never)
            .execute(),
        async () => JSON.parse('Zuleikha Qureshi private-author@plants.test') as unknown,
      ]
      for (const fail of failures) {
        const error = await fail().then(
          () => undefined,
          (error: unknown) => error,
        )
        expect(error).toBeInstanceOf(Error)
        journal.resources.log.error({ err: error }, 'failed')
      }
      await db.schema.alterTable('categories').renameTo('categories_away').execute()
      expect((await send('GET', '/categories?x=zebrawort', undefined, author)).status).toBeGreaterThanOrEqual(400)
      expect((await send('POST', '/posts', { ...submission, title: 'Other' }, author)).status).toBe(500)
      await db.schema.alterTable('categories_away').renameTo('categories').execute()
      return secrets
    }

    test('holds no names, addresses, secrets or search words, at its most talkative level', async () => {
      const smtp = await openSmtpServer()
      const journal = await open({ logLevel: 'trace', trustProxy: 1, smtpUrl: smtp.url })
      const secrets = await drive(journal, smtp)
      const lines = journal.logged
      expect(lines.length).toBeGreaterThan(40)
      expect(lines.filter((line) => line.includes('"msg":"call failed"'))).not.toEqual([])
      expect(lines.filter((line) => line.includes('"url":"/api/auth/login"'))).not.toEqual([])
      expect(lines.filter((line) => PRIVATE.test(line))).toEqual([])
      for (const secret of secrets) expect(lines.filter((line) => line.includes(secret))).toEqual([])
      await smtp.close()
    })

    test('holds the network addresses of those who call if an operator wants them, and no more', async () => {
      const journal = await open({ logLevel: 'info', logAddresses: true, trustProxy: 1 })
      await journal.get('/search?q=zebrawort', { headers: { 'x-forwarded-for': '203.0.113.77' } })
      const text = journal.logged.join('')
      expect(text).toContain('"remoteAddress":"203.0.113.77"')
      expect(text).not.toContain('zebrawort')
    })
  })

  test('says where an error happened, and not to whom', () => {
    const lines: string[] = []
    const log = openLog({ level: 'trace', addresses: false }, { write: (line: string) => void lines.push(line) })
    const cause = Object.assign(new Error('550 <rosa@plants.test> unknown, from 198.51.100.4'), {
      rejected: ['rosa@plants.test'],
      envelope: { to: ['rosa@plants.test'] },
      responseCode: 550,
    })
    log.error(
      Object.assign(new Error('duplicate key value "Rosa Khan"', { cause }), {
        code: '23505',
        detail: 'Key (email)=(rosa@plants.test) already exists.',
        constraint: 'users_email',
        parameters: ['Rosa Khan'],
      }),
    )
    log.info({ to: 'rosa@plants.test', from: '2001:db8::7' }, 'rosa@plants.test at 2001:db8::7')
    expect(lines.join('')).not.toMatch(/rosa|198\.51|2001:db8/i)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      err: {
        message: 'duplicate key value […]',
        code: '23505',
        constraint: 'users_email',
        stack: expect.stringContaining('log-privacy.test.ts'),
        cause: { responseCode: 550, message: '550 <[email]> unknown, from [address]' },
      },
    })
  })

  test('holds the paths of pages without what is in them', () => {
    expect(loggedPath('/blog/leaf-rolling-in-millet-2?page=2#top')).toBe('/blog/leaf-rolling-in-millet-2')
    expect(loggedPath('/author/rosa-khan')).toBe('/author/…')
    expect(loggedPath('/x/Abcdefghijklmnopqrst1234')).toBe('/x/…')
  })
})
