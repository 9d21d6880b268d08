import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { NEWS_CHANGED, NEWS_SLUG_TAKEN, type NewsInBrief } from '../../../contract/api/announcements.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { DRAFT_CHANGED } from '../../../platform/drafts.ts'
import { newId } from '../../../platform/ids.ts'
import { newsHtml, newsSummary } from './news-text.ts'

const today = dayOf(new Date())
const day = (after: number) => addDays(today, after)

describe('the text of an item of the news', () => {
  test('is Markdown, and brings no HTML, pictures or scripts', () => {
    expect(newsHtml('# One\n\nOf *Prosopis* and [a page](/about).')).toBe(
      '<h2 id="one">One</h2>\n<p>Of <em>Prosopis</em> and <a href="/about">a page</a>.</p>\n',
    )
    for (const hostile of [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '![Leaf](https://elsewhere.test/x.png)',
      '[here](javascript:alert(1))',
      '[here](data:text/html,x)',
    ]) {
      expect(newsHtml(hostile)).not.toMatch(/<(script|img)|href="(javascript|data)/)
    }
  })

  test('is summarised by its first paragraph, cut at a word', () => {
    expect(newsSummary('## Salt\n\nOf *Tamarix*\nand `roots`.\n\nMore.')).toBe('Of Tamarix and roots.')
    expect(newsSummary('- only a list')).toBe('only a list')
    expect(newsSummary('---')).toBe('')
    const long = newsSummary('word '.repeat(200))
    expect(long).toMatch(/word…$/)
    expect(long.length).toBeLessThanOrEqual(301)
    expect(newsSummary('🌱'.repeat(400)).isWellFormed()).toBe(true)
  })
})

describe('news and calls for papers', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let samina: SignedIn
    let bilal: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      samina = await aSignedIn(journal, { role: 'admin' })
      bilal = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const form = (more: object = {}) => ({
      ...{
        kind: 'news',
        title: 'Two editors join the board',
        slug: `item-${newId()}`,
        body: 'They look after mosses.',
      },
      ...more,
    })
    const create = (more: object = {}, as: SignedIn | undefined = samina) =>
      journal.post('/announcements', form(more), { as })
    const update = (id: string, version: number, more: object, as = samina) =>
      journal.put(`/announcements/${id}`, { ...form(more), version }, { as })
    const listed = async () => (await journal.get('/announcements?limit=100')).body.data as NewsInBrief[]
    const current = async () => (await journal.get('/announcements/current')).body as NewsInBrief[]
    const slugs = (items: NewsInBrief[]) => items.map(({ slug }) => slug)
    const file = async (path: string) => (await journal.app.inject({ method: 'GET', url: path })).body
    const clear = async () => {
      for (const table of ['announcements', 'redirects', 'drafts'] as const)
        await journal.database.db.deleteFrom(table).execute()
    }

    test('an announcement is public at once, in lists, feeds and the site map, and the log has who and what', async () => {
      await listed()
      const made = await create({ title: 'Waivers', slug: 'waivers', body: 'Asked for *when submitting*.' })
      expect(made.status, made.text).toBe(201)
      const { id } = made.body
      expect(made.body).toMatchObject({ from: today, until: null, deadline: null, state: 'shown', version: 1 })
      expect(await listed()).toEqual([
        {
          ...{ slug: 'waivers', kind: 'news', title: 'Waivers', summary: 'Asked for when submitting.', from: today },
          ...{ deadline: null, isOpen: false },
        },
      ])
      expect(slugs(await current())).toEqual(['waivers'])
      expect((await journal.get('/announcements/waivers')).body).toMatchObject({
        html: '<p>Asked for <em>when submitting</em>.</p>\n',
        isListed: true,
      })
      for (const path of ['/news/feed.atom', '/news/feed.rss', '/news/feed.json', '/sitemap.xml'])
        expect(await file(path), path).toContain('/news/waivers')
      // A new address is the same entry for who has read it.
      expect(await file('/news/feed.atom')).toContain(`<id>http://journal.test/news#${id}</id>`)
      const changed = await update(id, 1, { title: 'Waivers', slug: 'waivers', body: 'Other words.' })
      expect(changed.status, changed.text).toBe(200)
      expect((await journal.get('/announcements/waivers')).body.html).toBe('<p>Other words.</p>\n')
      expect((await journal.send('DELETE', `/announcements/${id}`, undefined, { as: samina })).status).toBe(200)
      expect((await journal.get('/announcements/waivers')).status).toBe(404)
      expect(await file('/news/feed.atom')).not.toContain('waivers')
      const entries = await loadAuditEntries(journal.database, id)
      expect(entries.map(({ action }) => action)).toEqual([
        'announcement.create',
        'announcement.update',
        'announcement.delete',
      ])
      expect(entries[0]).toMatchObject({ actor_id: samina.user.id, after: { title: 'Waivers', slug: 'waivers' } })
      expect(JSON.stringify(entries)).not.toContain('Other words')
    })

    test('what begins or ends does so by the day alone, in every kept answer', async () => {
      await clear()
      const planned = (await create({ from: day(2), until: day(4) })).body.slug
      const call = (await create({ kind: 'call', from: day(1), deadline: day(3) })).body.slug
      const pages = async () => ({
        ...{ listed: slugs(await listed()).toSorted(), current: slugs(await current()).toSorted() },
        feed: [planned, call].filter((slug) => feed.includes(`/news/${slug}`)).toSorted(),
        map: [planned, call].filter((slug) => map.includes(`/news/${slug}`)).toSorted(),
        open: await Promise.all(
          [planned, call].map(async (slug) => (await journal.get(`/announcements/${slug}`)).status),
        ),
      })
      let feed = ''
      let map = ''
      vi.useFakeTimers({ toFake: ['Date'] })
      try {
        // The last one: a clock that was wrong for a while, and is right again.
        for (const [after, expected] of [
          [0, { listed: [], current: [], feed: [], map: [], open: [404, 404] }],
          [1, { listed: [call], current: [call], feed: [call], map: [call], open: [404, 200] }],
          [2, 'both'],
          [3, 'both'],
          [4, { listed: [planned, call].toSorted(), current: [planned], feed: [planned, call].toSorted() }],
          [5, { listed: [call], current: [], feed: [call], map: [call], open: [200, 200] }],
          [0, { listed: [], current: [], feed: [], map: [], open: [404, 404] }],
        ] as const) {
          vi.setSystemTime(new Date(`${day(after)}T00:00:00.000Z`))
          feed = await file('/news/feed.atom')
          map = await file('/sitemap.xml')
          const both = [planned, call].toSorted()
          expect(await pages(), `${after}`).toMatchObject(
            expected === 'both' ? { listed: both, current: both, feed: both, map: both, open: [200, 200] } : expected,
          )
          // Asked again it is answered from what is kept.
          expect((await file('/news/feed.atom')) === feed).toBe(true)
        }
        vi.setSystemTime(new Date(`${day(3)}T23:59:59.999Z`))
        expect((await journal.get(`/announcements/${call}`)).body.isOpen).toBe(true)
        vi.setSystemTime(new Date(`${day(4)}T00:00:00.000Z`))
        expect((await journal.get(`/announcements/${call}`)).body.isOpen).toBe(false)
      } finally {
        vi.useRealTimers()
      }
    })

    test('an address leads there for ever, and is never given to another', async () => {
      const { id } = (await create({ slug: 'first-name' })).body
      expect((await update(id, 1, { slug: 'second-name' })).status).toBe(200)
      expect((await update(id, 2, { slug: 'third-name' })).status).toBe(200)
      for (const slug of ['first-name', 'second-name', 'third-name']) {
        expect((await journal.get(`/announcements/${slug}`)).body.slug).toBe('third-name')
        const refused = await create({ slug })
        expect([refused.status, refused.body.errors]).toEqual([409, { slug: NEWS_SLUG_TAKEN }])
      }
      const other = (await create()).body
      expect((await update(other.id, 1, { slug: 'first-name' })).status).toBe(409)
      // Its own it may have again.
      expect((await update(id, 3, { slug: 'first-name' })).body.slug).toBe('first-name')
      expect((await journal.get('/announcements/third-name')).body.slug).toBe('first-name')
      await journal.send('DELETE', `/announcements/${id}`, undefined, { as: samina })
      for (const slug of ['first-name', 'second-name', 'third-name']) {
        expect((await journal.get(`/announcements/${slug}`)).status).toBe(404)
        expect((await create({ slug })).status).toBe(409)
      }
    })

    test('of several that want an address at the same moment one gets it; one sent twice is one', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => create({ slug: 'wanted', title: `Title ${n}` })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
      const [once, again] = [await create({ slug: 'sent-twice' }), await create({ slug: 'sent-twice' })]
      expect([once.status, again.status, again.body.id === once.body.id]).toEqual([201, 201, true])
      const changed = await update(once.body.id, 1, { slug: 'sent-twice', title: 'New' })
      const resent = await update(once.body.id, 1, { slug: 'sent-twice', title: 'New' })
      expect([changed.body.version, resent.status, resent.body.version]).toEqual([2, 200, 2])
      const late = await update(once.body.id, 1, { slug: 'sent-twice', title: 'Newer' }, bilal)
      expect([late.status, late.body.message]).toEqual([409, NEWS_CHANGED])
      expect(journal.logged).toEqual([])
    })

    test.each([
      [{ title: ' ' }, { title: 'Title is required' }],
      [{ title: 'a'.repeat(201) }, { title: 'Please use at most 200 characters' }],
      [{ body: ' \n ' }, { body: 'Text is required' }],
      [{ slug: '' }, { slug: 'Slug is required' }],
      [{ slug: '---' }, { slug: 'Slug is required' }],
      [{ slug: 'Salt' }, { slug: 'Slug can only contain lowercase letters, numbers, and hyphens' }],
      [{ slug: '../admin' }, { slug: 'Slug can only contain lowercase letters, numbers, and hyphens' }],
      [{ slug: 'feed.atom' }, { slug: 'Slug can only contain lowercase letters, numbers, and hyphens' }],
      [{ kind: 'call' }, { deadline: 'Please enter the last day for manuscripts' }],
      [{ kind: 'call', from: '2026-03-02', deadline: '2026-03-01' }, { deadline: 'It ends before it begins' }],
      [{ from: '2026-03-02', until: '2026-03-01' }, { until: 'It ends before it begins' }],
      [{ from: '2026-02-30' }, { from: 'Please enter a date' }],
      [{ kind: 'poem' }, { kind: 'Please choose what it is' }],
    ])('%o is refused', async (more, errors) => {
      const answer = await create(more)
      expect([answer.status, answer.body.errors]).toEqual([400, errors])
    })

    test('an empty date field is no date, and a date of the other kind is not kept', async () => {
      const news = (await create({ from: '', until: '', deadline: day(9) })).body
      expect(news).toMatchObject({ from: today, until: null, deadline: null })
      const call = (await create({ kind: 'call', until: day(3), deadline: day(9) })).body
      expect(call).toMatchObject({ from: today, until: null, deadline: day(9) })
    })

    describe('a draft', () => {
      const save = (as: SignedIn, content: object, revision: number, item = 'new') =>
        journal.post(`/announcement-drafts/${item}`, { content: JSON.stringify(content), revision }, { as })
      const own = async (as: SignedIn, item = 'new') => (await journal.get(`/announcement-drafts/${item}`, { as })).body

      test('is its editor’s alone, and in nothing that readers get', async () => {
        await clear()
        expect(await own(samina)).toEqual({ draft: null, revision: 0, published: null })
        expect((await save(samina, { title: 'Secret plans', body: 'Not yet.' }, 0)).body.revision).toBe(1)
        expect((await own(samina)).draft).toMatchObject({ revision: 1, content: expect.stringContaining('Secret') })
        expect(await own(bilal)).toMatchObject({ draft: null })
        const seen = [
          ...[(await journal.get('/announcements')).text, (await journal.get('/announcements/current')).text],
          ...[await file('/news/feed.atom'), (await journal.get('/announcements/all', { as: bilal })).text],
        ].join('')
        expect(seen).not.toContain('Secret')
        expect((await journal.get('/announcements/all', { as: samina })).body.drafts).toMatchObject([
          { item: 'new', title: 'Secret plans' },
        ])
        expect((await own(author)).message).toBe('Only administrators can do this')
      })

      test('the later of two devices is asked, and a text whose answer was lost is saved once', async () => {
        await clear()
        await save(samina, { title: 'One' }, 0)
        expect((await save(samina, { title: 'One' }, 0)).body.revision).toBe(1)
        const refused = await save(samina, { title: 'Two' }, 0)
        expect([refused.status, refused.body.message]).toEqual([409, DRAFT_CHANGED])
        const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => save(samina, { title: `${n}` }, 1)))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
      })

      test('ends with its publication or when it is discarded, and its number goes on', async () => {
        await clear()
        await save(samina, { title: 'One' }, 0)
        const { id } = (await create()).body
        expect(await own(samina)).toMatchObject({ draft: null, revision: 2 })
        await save(samina, { title: 'Changed' }, 0, id)
        expect(await own(samina, id)).toMatchObject({ draft: { revision: 1 }, published: { id, version: 1 } })
        const late = await journal.post(`/announcement-drafts/${id}/discard`, { revision: 0 }, { as: samina })
        expect(late.status).toBe(409)
        const discarded = await journal.post(`/announcement-drafts/${id}/discard`, { revision: 1 }, { as: samina })
        expect(discarded.body).toMatchObject({ draft: null, revision: 2, published: { id } })
        await save(samina, { title: 'Changed' }, 2, id)
        await journal.send('DELETE', `/announcements/${id}`, undefined, { as: bilal })
        expect((await journal.get(`/announcement-drafts/${id}`, { as: samina })).status).toBe(404)
        expect((await journal.get('/announcements/all', { as: samina })).body.drafts).toEqual([])
      })

      test.each(['[1]', 'no JSON', '{"title":'])('%s is refused', async (content) => {
        const answer = await journal.post('/announcement-drafts/new', { content, revision: 0 }, { as: samina })
        expect(answer.status).toBe(400)
      })

      test('that was saved while its item was deleted is not listed', async () => {
        await clear()
        const row = { user_id: samina.user.id, item: `news/${newId()}`, content: '{}', title: 'Late', revision: 1 }
        await journal.database.db
          .insertInto('drafts')
          .values({ ...row, saved_at: new Date().toISOString() })
          .execute()
        await save(samina, { title: 'One' }, 0)
        const { drafts } = (await journal.get('/announcements/all', { as: samina })).body
        expect(drafts).toMatchObject([{ item: 'new' }])
      })

      test('of what is not there is refused', async () => {
        expect((await save(samina, { title: 'x' }, 0, 'nothing')).status).toBe(404)
        expect((await journal.get('/announcement-drafts/nothing', { as: samina })).status).toBe(404)
      })
    })

    test('editors see what is planned; the preview is what will be shown', async () => {
      await clear()
      await create({ title: 'Later', from: day(5) })
      const { items } = (await journal.get('/announcements/all', { as: bilal })).body
      expect(items).toMatchObject([{ title: 'Later', state: 'planned' }])
      const body = 'Of *Tamarix* <b>here</b>'
      const seen = (await journal.post('/announcements/preview', { body }, { as: samina })).body
      const { slug } = (await create({ body })).body
      expect(seen.html).toBe((await journal.get(`/announcements/${slug}`)).body.html)
    })
  })
})
