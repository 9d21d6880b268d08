import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, newTextBuilder, type TestJournal, watchQueries } from '../../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../../tests/support/default-journal.ts'
import { createApp } from '../../../app/app.ts'
import { journal as current } from '../../../contract/journal.ts'
import { API_PREFIX } from '../../../contract/rules/site/path-roots.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { JOURNAL_HEADER, journalScriptPath } from '../../../contract/rules/settings/published-journal.ts'
import { SITE_VIEW_COOKIE, STOP_SITE_VIEW } from '../../../contract/rules/settings/site-view.ts'
import type { RenderPage } from '../../../platform/http/mount-pages.ts'
import { openJournal } from '../open-journal.ts'
import { startJournal } from '../start.ts'

const OWN = 'own-abcdefgh12'
const SECRET = 'Herbarium Letters'
const READERS = 100

/** A page that names values, and the text of the page at its address. */
const render: RenderPage = async (request, { send, journalScript, nonce }) => {
  const slug = new URL(request.url).pathname.split('/').at(-1) || 'about'
  const { status, body } = await send('pages', 'read', { slug })
  const page = status === 200 ? (body as { html: string; version: unknown }) : { html: '', version: undefined }
  const text = `<!DOCTYPE html><html lang="en"><head><title>${current().name}</title></head><body><p>${current().look.colour}</p>${page.html}<i>${JSON.stringify(page.version)}</i><script nonce="${nonce}">import ${JSON.stringify(journalScript)}</script></body></html>`
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
const digestIn = (page: string) => /\/journal\/([0-9a-f]{12})\.js/.exec(page)![1]!

describe('the site with an editor’s own changes', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let app: FastifyInstance
    let second: FastifyInstance
    let admin: SignedIn
    let revision = 0

    const serve = (resources: TestJournal['resources']) =>
      createApp({ resources, rates: { on: false }, trustProxy: 0, site: { render, files: null } })
    beforeAll(async () => {
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      app = await serve(journal.resources)
      second = await serve({ ...journal.resources, ...openJournal(journal.database, newTextBuilder()) })
      return () => Promise.all([app.close(), second.close()])
    })
    afterAll(useDefaultJournal)
    beforeEach(async () => {
      admin = await aSignedIn(journal, { role: 'admin' })
      revision = 0
    })

    const draft = async (values: object, texts: object = {}, as = admin) => {
      const content = JSON.stringify({ base: 1, values, texts })
      const saved = await journal.post('/settings/draft', { content, revision }, { as })
      expect(saved.status, saved.text).toBe(200)
      revision = saved.body.revision
    }
    const begin = async (as = admin): Promise<string> => {
      const begun = await journal.post('/settings/view', {}, { as })
      expect(begun.status, begun.text).toBe(200)
      const set = String(begun.headers['set-cookie'])
      expect(set).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict/)
      return set.split(';', 1)[0]!
    }
    const ask = (url: string, cookie?: string, server = app) =>
      server.inject({ url, headers: cookie ? { cookie } : {} })
    const about = (words: string) => `---\ntitle: About Us\ndescription: Of us.\n---\n\n${words} {{name}}.\n`
    const isPublished = (text: string) => !text.includes(SECRET) && !text.includes('my-changes')

    test('is for that session alone: values, look, texts and pages, whichever server answers', async () => {
      const own = `---\ntitle: Prizes\ndescription: Of prizes.\naddress: prizes\n---\n\nEach year of ${SECRET}.\n`
      await draft(
        { name: SECRET, 'look.colour': '#3b7ea1' },
        { 'page/about': about('We are'), [`page/${OWN}`]: own, 'email/submission-received': 'no email at all' },
      )
      const cookie = await begin()
      for (const server of [app, second]) {
        const page = await ask('/about', cookie, server)
        expect(page.statusCode).toBe(200)
        expect(page.body).toContain(`<title>${SECRET}</title>`)
        expect(page.body).toContain(`We are ${SECRET}.`)
        expect(page.body).toContain('#3b7ea1')
        expect(page.body).toContain('You see the site with your changes.')
        // It is no version of the page yet.
        expect(page.body).toContain('<i>null</i>')
        expect(page.body).not.toContain('as published')
        expect(page.headers['cache-control']).toBe('private, no-store')
        expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
        expect((await ask('/pages/prizes', cookie, server)).body).toContain(`Each year of ${SECRET}.`)
        expect((await ask('/pages/prizes', undefined, server)).statusCode).toBe(404)
        expect(isPublished((await ask('/about', undefined, server)).body)).toBe(true)
        // A second time, when what everyone sees is kept.
        expect(isPublished((await ask('/about', undefined, server)).body)).toBe(true)
        expect((await ask('/about', cookie, server)).body).toContain(SECRET)
      }
      const other = await aSignedIn(journal, { role: 'admin' })
      expect((await ask('/about', await begin(other))).body).not.toContain(SECRET)
    })

    test('is in nothing but pages for readers: neither answers, feeds, files nor work pages', async () => {
      await draft({ name: SECRET })
      const cookie = await begin()
      await anArticle(journal.database)
      const places = [
        ...[paths.atomFeed, paths.openSearch, `${paths.oai}?verb=Identify`, '/site.webmanifest', '/sitemap.xml'],
        ...[
          '/robots.txt',
          `${API_PREFIX}/pages/about`,
          `${API_PREFIX}/articles/published`,
          '/admin',
          '/dashboard',
          '/desk',
        ],
      ]
      for (const place of places) expect([place, isPublished((await ask(place, cookie)).body)]).toEqual([place, true])
      const settings = await journal.get('/settings', { as: { headers: { ...admin.headers, cookie } } })
      expect(settings.body.values.name.value).toBe(current().name)
      expect(settings.headers[JOURNAL_HEADER]).toBe(journal.resources.currentJournal.known.digest)
      expect(journal.resources.currentJournal.known.journal.name).not.toBe(SECRET)
    })

    test('has a script of values that only this session gets', async () => {
      await draft({ name: SECRET })
      const cookie = await begin()
      const address = journalScriptPath(digestIn((await ask('/about', cookie)).body))
      for (const server of [app, second]) {
        const own = await ask(address, cookie, server)
        expect(own.body).toContain(SECRET)
        expect(own.headers['cache-control']).toBe('no-store')
        expect((await ask(address, undefined, server)).body).not.toContain(SECRET)
      }
      const other = await begin(await aSignedIn(journal, { role: 'admin' }))
      expect((await ask(address, other)).body).not.toContain(SECRET)
    })

    test('leaves out what could not be published, and tells why', async () => {
      await draft(
        { name: '', 'doi.prefix': 'ten', 'no.such': 1, abbreviation: 'HL' },
        { 'page/about': about('Of {{nothing}}'), 'page/peer-review': '---\n', 'page/unknown': 'x' },
      )
      const { body } = await ask('/about', await begin())
      expect(body).toContain(`<title>${current().name}</title>`)
      expect(body).toContain('shown as published')
      expect(body).toContain('About Us: ')
      expect(body).toContain('{{nothing}}')
      expect(body).toContain('Peer Review Process: ')
      await draft({ 'review.reminders.lapse': 1 })
      expect((await ask('/about', await begin())).body).toContain('An invitation has to end after the last reminder')
      for (const content of ['[1]', '{"values":[]}', '"x"', '{"values":{"name":{"a":[1]}},"texts":{"page/about":7}}']) {
        const saved = await journal.post('/settings/draft', { content, revision }, { as: admin })
        revision = saved.body.revision
        const page = await ask('/about', await begin())
        expect([content, page.statusCode, page.body.includes(current().name)]).toEqual([content, 200, true])
      }
    })

    test('follows the draft, and what others publish', async () => {
      await draft({ name: SECRET })
      const cookie = await begin()
      expect((await ask('/about', cookie)).body).toContain(SECRET)
      await draft({ name: 'Flora Notes' })
      expect((await ask('/about', cookie)).body).toContain('Flora Notes')
      const { version } = (await journal.get('/settings', { as: admin })).body
      const colour = { values: { 'look.colour': '#e0b420' }, base: version }
      expect((await journal.post('/settings/versions', colour, { as: admin })).status).toBe(201)
      for (const server of [app, second]) {
        const { body } = await ask('/about', cookie, server)
        expect(body).toContain('#e0b420')
        expect(body).toContain('Flora Notes')
      }
    })

    test('ends by its button, with the session, with the right to publish, and after its hour', async () => {
      await draft({ name: SECRET })
      const cookie = await begin()
      const stopped = await app.inject({
        method: 'POST',
        url: STOP_SITE_VIEW,
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(stopped.statusCode).toBe(303)
      expect(String(stopped.headers['set-cookie'])).toMatch(new RegExp(`^${SITE_VIEW_COOKIE}=; Max-Age=0`))
      expect((await ask(STOP_SITE_VIEW, cookie)).statusCode).toBe(404)
      expect((await ask('/about', cookie)).body).toContain(SECRET)

      const { db } = journal.database
      const { accessTokens } = journal.resources
      const old = await accessTokens.makeSiteView(admin.sessionId, -1)
      expect(isPublished((await ask('/about', `${SITE_VIEW_COOKIE}=${old}`)).body)).toBe(true)
      // A token of calls opens no view, and the other way round.
      const token = admin.headers.authorization.split(' ')[1]!
      expect(isPublished((await ask('/about', `${SITE_VIEW_COOKIE}=${token}`)).body)).toBe(true)
      const asCall = { headers: { authorization: `Bearer ${cookie.split('=')[1]!}` } }
      expect((await journal.get('/settings', { as: asCall })).status).toBe(401)

      await db.updateTable('users').set({ role: 'author' }).where('id', '=', admin.user.id).execute()
      expect(isPublished((await ask('/about', cookie)).body)).toBe(true)
      await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user.id).execute()
      expect((await ask('/about', cookie)).body).toContain(SECRET)
      await journal.post('/auth/logout', { refreshToken: admin.refreshToken })
      for (const server of [app, second]) expect(isPublished((await ask('/about', cookie, server)).body)).toBe(true)
    })

    test(`${READERS} readers meanwhile get no byte of it`, async () => {
      await draft({ name: SECRET }, { 'page/about': about('We are') })
      const cookie = await begin()
      let seen = 0
      const editor = async () => {
        for (let time = 0; time < 20; time++) {
          // Makes everything again.
          if (time % 5 === 0) await anArticle(journal.database)
          const { body } = await ask('/about', cookie, time % 2 ? app : second)
          expect(body).toContain(`We are ${SECRET}.`)
        }
      }
      const reader = async (at: number) => {
        const { body } = await ask(at % 3 ? '/about' : '/', undefined, at % 2 ? app : second)
        expect(isPublished(body)).toBe(true)
        seen++
      }
      await Promise.all([editor(), ...Array.from({ length: READERS }, (_, at) => reader(at))])
      expect(seen).toBe(READERS)
    })

    test('asks the database nothing more for readers, also with other cookies', async () => {
      await draft({ name: SECRET })
      const queries = async (cookie: string) => {
        const asked = await watchQueries(journal.database, async (database) => {
          const watched = await serve({ ...journal.resources, database })
          await ask('/about', cookie, watched)
          await ask('/about', cookie, watched)
          await watched.close()
        })
        return asked.map(({ sql }) => sql)
      }
      const plain = await queries('theme=dark')
      expect(plain.filter((sql) => /"drafts"|"sessions"/.test(sql))).toEqual([])
      expect((await queries(await begin())).filter((sql) => /"drafts"/.test(sql))).toHaveLength(2)
    })
  })
})
