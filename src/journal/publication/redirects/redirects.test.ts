import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aCategory,
  anArticle,
  aSignedIn,
  aTombstone,
  aVolume,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import type { OldAddresses } from '../../../contract/api/redirects.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { newId } from '../../../platform/ids.ts'
import { KEPT, NO_PAGE_THERE, NO_PATH, PAGE_THERE, STAYS } from './commands.ts'
import { MissedAddresses, mostAsked, saveMissed } from './missed.ts'
import { oldAddressFrom, redirectFrom } from './redirects.ts'

describe('old addresses', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    afterAll(() => journal.close())
    beforeEach(async () => {
      for (const table of ['redirects', 'missed_addresses'] as const)
        await journal.database.db.deleteFrom(table).execute()
    })

    const save = (from: string, to: string) => journal.post('/redirects', { from, to }, { as: admin })
    const list = async (): Promise<OldAddresses> => (await journal.get('/redirects', { as: admin })).body
    const leads = (path: string) => redirectFrom(journal.database.db, path)
    const aNewsItem = (slug: string, shown_from: string) => {
      const [at, no] = ['2026-01-01T00:00:00.000Z', null]
      const dates = { shown_from, shown_until: no, deadline: no, published_at: at, updated_at: at }
      const row = { id: newId(), kind: 'news' as const, slug, title: slug, body: 'News.', version: 1, ...dates }
      return journal.database.db.insertInto('announcements').values(row).execute()
    }

    test('lead to a page, however they are spelled, and nowhere once they are removed', async () => {
      expect((await save('/APC/', '/publication-fee')).status).toBe(200)
      expect(await leads('/apc')).toBe('/publication-fee')
      expect((await save('/apc', '/about')).status).toBe(200)
      expect((await list()).redirects).toEqual([{ from: '/apc', to: '/about', isFixed: false, asked: 0 }])
      expect((await journal.send('DELETE', '/redirects?from=/apc', undefined, { as: admin })).status).toBe(200)
      expect(await leads('/apc')).toBeNull()
    })

    test.each([
      ['/about', '/archived', PAGE_THERE],
      ['/admin/settings', '/archived', PAGE_THERE],
      ['/api/health', '/archived', PAGE_THERE],
      ['/feed.atom', '/archived', PAGE_THERE],
      ['/apc', '/nothing', NO_PAGE_THERE],
      ['/apc', '/blog/nothing', NO_PAGE_THERE],
      ['/apc', '/category/nothing', NO_PAGE_THERE],
      ['/apc', '/pages/nothing', NO_PAGE_THERE],
      ['/apc', '/admin', NO_PAGE_THERE],
      ['/apc', '/news/nothing', NO_PAGE_THERE],
      ['/apc', '/author/nothing', NO_PAGE_THERE],
      ['/apc', '/keyword/nothing', NO_PAGE_THERE],
      ['/apc', '/anything/versions', NO_PAGE_THERE],
      ['/apc', '/blog/x/v/9', NO_PAGE_THERE],
      ['/apc', '/apc', NO_PAGE_THERE],
      ['/apc', 'https://elsewhere.example/', NO_PATH],
      ['/apc', '//elsewhere.example/', NO_PATH],
      ['/apc', '/\\elsewhere.example', NO_PATH],
      ['/apc', '/%0d%0alocation:%20x', NO_PAGE_THERE],
      ['apc', '/about', NO_PATH],
      ['/apc?a=b', '/about', NO_PATH],
      ['/%zz', '/about', NO_PATH],
    ])('%s does not lead to %s', async (from, to, message) => {
      const answer = await save(from, to)
      expect([answer.status, answer.body.message]).toEqual([400, message])
      expect((await list()).redirects).toEqual([])
    })

    test('may have the form of a page of which there is none', async () => {
      for (const from of ['/author/former', '/anything/versions', '/blog/former'])
        expect((await save(from, '/about')).status, from).toBe(200)
    })

    test('are not those of an article that is not published, or is deleted', async () => {
      const { id } = await anArticle(journal.database, { state: 'pending' })
      const deleted = await aTombstone(journal.database)
      for (const from of [`/blog/${id}`, `/blog/${id}.pdf`, `/blog/${id}/status`, `/blog/${deleted.id}`]) {
        const answer = await save(from, '/about')
        expect([answer.status, answer.body.message], from).toEqual([400, KEPT])
      }
    })

    test('lead to news from its first day on, and never away from it', async () => {
      const today = dayOf(new Date())
      const to = async (slug: string, shown_from: string) => {
        await aNewsItem(slug, shown_from)
        return [(await save(`/to-${slug}`, `/news/${slug}`)).status, (await save(`/news/${slug}`, '/about')).status]
      }
      expect(await to('begun', today)).toEqual([200, 400])
      expect(await to('planned', addDays(today, 1))).toEqual([400, 400])
    })

    test('of the versions of a page move with it', async () => {
      const row = { created_at: '2026-01-01T00:00:00.000Z', subject: 'page/own-12345678' }
      await journal.database.db
        .insertInto('redirects')
        .values([
          { ...row, from_path: '/pages/older', to_path: '/pages/next' },
          { ...row, from_path: '/pages/ended', to_path: '/about' },
          { ...row, from_path: '/pages/gone', to_path: '' },
        ])
        .execute()
      const { db } = journal.database
      const paths = ['/pages/older', '/pages/older/versions', '/pages/older/versions/3', '/pages/older/versions/x']
      expect(await Promise.all(paths.map((path) => oldAddressFrom(db, path)))).toEqual([
        '/pages/next',
        '/pages/next/versions',
        '/pages/next/versions/3',
        null,
      ])
      for (const path of ['/pages/ended/versions', '/pages/gone/versions/1', '/pages/nothing/versions'])
        expect(await oldAddressFrom(db, path), path).toBeNull()
    })

    test('do not lead to an issue that is only planned', async () => {
      const planned = await aVolume(journal.database, { release: 'issue', state: 'planned' })
      const answer = await save('/next', `/volume/${planned.id}`)
      expect([answer.status, answer.body.message]).toEqual([400, NO_PAGE_THERE])
      expect((await save('/last', `/volume/${(await aVolume(journal.database)).id}`)).status).toBe(200)
    })

    test('of something of the journal stay, and follow what they lead to', async () => {
      const category = await aCategory(journal.database)
      const { db } = journal.database
      const row = { created_at: '2026-01-01T00:00:00.000Z', subject: 'category' }
      await db
        .insertInto('redirects')
        .values({ ...row, from_path: '/category/old', to_path: `/category/${category.id}` })
        .execute()
      const taken = await save('/category/old', '/about')
      expect([taken.status, taken.body.message]).toEqual([409, STAYS])
      expect((await journal.send('DELETE', '/redirects?from=/category/old', undefined, { as: admin })).status).toBe(409)
      await save('/apc', `/category/${category.id}`)
      await db
        .insertInto('redirects')
        .values({ ...row, from_path: `/category/${category.id}`, to_path: '/about' })
        .execute()
      expect([await leads('/apc'), await leads('/category/old')]).toEqual(['/about', '/about'])
    })

    test('in a circle lead nowhere', async () => {
      const row = { created_at: '2026-01-01T00:00:00.000Z', subject: null }
      await journal.database.db
        .insertInto('redirects')
        .values([
          { ...row, from_path: '/a', to_path: '/b' },
          { ...row, from_path: '/b', to_path: '/a' },
        ])
        .execute()
      expect([await leads('/a'), await leads('/b')]).toEqual([null, null])
    })

    describe('that readers do not find', () => {
      test('are counted by the day, most wanted first, without those that lead on', async () => {
        const missed = new MissedAddresses()
        for (const path of ['/apc', '/index.php/jpbr/about', '/index.php/jpbr/about']) missed.note(path)
        await saveMissed(journal.database, missed)
        missed.note('/apc')
        missed.note('/apc')
        await saveMissed(journal.database, missed)
        expect((await list()).missed).toEqual([
          { path: '/apc', asked: 3 },
          { path: '/index.php/jpbr/about', asked: 2 },
        ])
        await save('/apc', '/publication-fee')
        expect(await list()).toEqual({
          redirects: [{ from: '/apc', to: '/publication-fee', isFixed: false, asked: 3 }],
          missed: [{ path: '/index.php/jpbr/about', asked: 2 }],
        })
      })

      test.each([
        '/people/ayesha@example.org',
        '/reset/4f3c2b1a9d8e7f6a5b4c',
        '/.env',
        '/wp-login.php',
        '/x.php',
        `/${'a'.repeat(61)}`,
        '/%D9%88',
        '/a/b/c/d/e/f/g',
        '/a b',
        '/blog/3f9k2m8x7w4q',
        '/blog/fern',
      ])('are not counted if they are no words: %s', async (path) => {
        const missed = new MissedAddresses()
        missed.note(path)
        expect(missed.take()).toEqual([])
      })

      test('cannot fill the journal, and are forgotten after a month', async () => {
        const missed = new MissedAddresses()
        for (let round = 0; round < 3; round++) {
          for (let at = 0; at < 10_000; at++) missed.note(`/nothing-${round}-${at}`)
          missed.note('/wanted')
          if (round === 0) for (let at = 0; at < 2; at++) missed.note('/nothing-0-1')
          await saveMissed(journal.database, missed, '2026-03-01')
        }
        const kept = await mostAsked(journal.database.db).execute()
        expect(kept.length).toBeLessThanOrEqual(500)
        expect(kept[0]).toMatchObject({ path: '/nothing-0-1' })
        missed.note('/later')
        await saveMissed(journal.database, missed, addDays('2026-03-01', 31))
        expect(await mostAsked(journal.database.db).execute()).toMatchObject([{ path: '/later' }])
      })
    })
  })
})
