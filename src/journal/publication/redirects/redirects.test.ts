import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCategory, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import type { OldAddresses } from '../../../contract/api/redirects.ts'
import { addDays } from '../../../contract/rules/peer-review/days.ts'
import { NO_PAGE_THERE, NO_PATH, PAGE_THERE, STAYS } from './commands.ts'
import { MissedAddresses, mostAsked, saveMissed } from './missed.ts'
import { redirectFrom } from './redirects.ts'

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
