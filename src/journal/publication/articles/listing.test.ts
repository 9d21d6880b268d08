import { beforeAll, describe, expect, test } from 'vitest'
import { ARTICLE_STATUSES, articleStatus } from '../../../contract/rules/articles/article-policy.ts'
import { titleHtml } from '../../../contract/rules/text/inline-markup.ts'
import {
  aCategory,
  anArticle,
  ARTICLE_STATES,
  aSignedIn,
  aUser,
  type ArticleOptions,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase } from '../../../../tests/support/review-builders.ts'
import { indexed } from '../../../../tests/support/searchable.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { flagsOf } from './transitions.ts'

describe('Research Listings', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    const list = async (filters: Record<string, string> = {}, of = { journal, admin }) =>
      of.journal.get(`/posts/all?${new URLSearchParams(filters)}`, { as: of.admin })

    describe('narrowed by status and category', () => {
      let botany: { id: string }
      let articles: ArticleRow[]
      beforeAll(async () => {
        journal = await open()
        admin = await aSignedIn(journal, { role: 'admin' })
        botany = await aCategory(journal.database)
        const ecology = await aCategory(journal.database)
        articles = []
        for (const state of ARTICLE_STATES) {
          articles.push(await anArticle(journal.database, { state, category: botany }))
          articles.push(await anArticle(journal.database, { state, category: ecology, title: 'Ferns' }))
        }
      })
      const idsWhere = (fits: (article: ArticleRow) => boolean) =>
        articles
          .filter(fits)
          .map(({ id }) => id)
          .reverse()
      const statusOf = (article: ArticleRow) => articleStatus(flagsOf(article))
      const countsWhere = (fits: (article: ArticleRow) => boolean) =>
        Object.fromEntries(
          ARTICLE_STATUSES.map((status) => [
            status,
            articles.filter((article) => fits(article) && statusOf(article) === status).length,
          ]),
        )

      test('unnarrowed, hold every article, newest first, and count them', async () => {
        const { body } = await list({ limit: '100' })
        expect(body.data.map((one: { id: string }) => one.id)).toEqual(idsWhere(() => true))
        expect(body.counts).toEqual(countsWhere(() => true))
        expect(body.counts).toEqual({ pending: 4, published: 2, archived: 4, rejected: 2 })
        expect(body.meta).toEqual({ page: 1, totalPages: 1, totalItems: 12 })
        expect((await list()).body.data).toHaveLength(10)
      })

      test.each(ARTICLE_STATUSES)('%s', async (status) => {
        const { body } = await list({ status })
        const expected = idsWhere((article) => statusOf(article) === status)
        expect(body.data.map((one: { id: string }) => one.id)).toEqual(expected)
        expect(body.meta.totalItems).toBe(expected.length)
        expect(body.counts).toEqual(countsWhere(() => true))
      })

      test('of one stage of peer review', async () => {
        const own = await open()
        const of = { journal: own, admin: await aSignedIn(own, { role: 'admin' }) }
        const botany = await aCategory(of.journal.database)
        const reviewing = await aCase(of.journal.database, { title: 'Ferns', category: botany })
        const revising = await aCase(of.journal.database, { title: 'Ferns', category: botany })
        for (const [{ id }, stage] of [
          [reviewing, 'reviewing'],
          [revising, 'revising'],
        ] as const) {
          await of.journal.database.db.updateTable('review_cases').set({ stage }).where('article_id', '=', id).execute()
        }
        await anArticle(of.journal.database, { state: 'pending', title: 'Ferns' })
        await indexed(of.journal.database)
        const some: Record<string, string>[] = [{}, { q: 'ferns' }, { categoryId: botany.id }, { status: 'pending' }]
        for (const filters of some) {
          const { body } = await list({ stage: 'revising', ...filters }, of)
          expect(body.data).toMatchObject([{ id: revising.id, stage: 'revising' }])
          expect(body.counts).toEqual({ pending: 1, published: 0, archived: 0, rejected: 0 })
          expect(body.meta.totalItems).toBe(1)
        }
        expect((await list({ stage: 'declined' }, of)).body.data).toEqual([])
        expect((await list({ stage: 'lost' }, of)).status).toBe(400)
      })

      test('counts follow the other filters, not the status', async () => {
        const inBotany = (article: ArticleRow) => article.category_id === botany.id
        const category = await list({ categoryId: botany.id, status: 'pending' })
        expect(category.body.counts).toEqual(countsWhere(inBotany))
        expect(category.body.meta.totalItems).toBe(2)
        const words = await list({ q: 'ferns', status: 'archived' })
        expect(words.body.counts).toEqual(countsWhere((article) => article.title === 'Ferns'))
        expect(words.body.meta.totalItems).toBe(2)
        const both = await list({ categoryId: botany.id, q: 'ferns' })
        expect(both.body).toMatchObject({
          data: [],
          meta: { page: 1, totalPages: 0, totalItems: 0 },
          counts: { pending: 0, published: 0, archived: 0, rejected: 0 },
        })
      })

      test('of a category that is not there are empty, and blank filters are none', async () => {
        expect((await list({ categoryId: '222222222222' })).body.meta.totalItems).toBe(0)
        expect((await list({ categoryId: '', status: '', q: ' ', sort: '' })).body.meta.totalItems).toBe(12)
      })

      test.each([
        ['status', 'draft', 'Please choose one of pending, published, archived, rejected'],
        ['sort', 'random', 'Please choose one of newest, oldest, title, author'],
        ['q', 'x'.repeat(201), 'Please use at most 200 characters'],
      ])('%s=%s is refused', async (field, value, message) => {
        const answer = await list({ [field]: value })
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual({ [field]: message })
      })

      test('go on from page to page without gap or repetition, in every order', async () => {
        for (const sort of ['newest', 'oldest', 'title', 'author']) {
          const pages = [1, 2, 3].map((page) => list({ sort, page: String(page), limit: '5' }))
          const ids = (await Promise.all(pages)).flatMap(({ body }) => body.data.map((one: { id: string }) => one.id))
          expect([...ids].sort(), sort).toEqual(idsWhere(() => true).sort())
        }
      })
    })

    describe('searched', () => {
      let ground: { journal: TestJournal; admin: SignedIn }
      const titles = async (q: string): Promise<string[]> => {
        const answer = await list({ q, limit: '100', sort: 'oldest' }, ground)
        expect(answer.status, answer.text).toBe(200)
        return answer.body.data.map((one: { title: string }) => one.title)
      }
      beforeAll(async () => {
        const opened = await open()
        ground = { journal: opened, admin: await aSignedIn(opened, { role: 'admin' }) }
        const nobody = { submitter: null, contributors: [] }
        const submitter = await aUser(opened.database, { fullName: 'Élodie Brûlé' })
        const made: ArticleOptions[] = [
          { title: '<i>Acacia</i> <i>nilotica</i> in dry land', ...nobody },
          { title: 'CO<sub>2</sub> and growth', ...nobody, contributors: [{ full_name: 'Bruno Kovář' }] },
          { title: 'Roots', submitter, contributors: [{ full_name: 'Reviewing Person', role: 'Reviewer' }] },
          { title: '100% of leaves', ...nobody },
          { title: '100 leaves', ...nobody },
          { title: 'leaf_area', ...nobody },
          { title: 'leafXarea', ...nobody },
          { title: String.raw`a\b`, ...nobody },
          { title: titleHtml('Salt & drought, 3 < 5'), ...nobody },
        ]
        for (const options of made) await anArticle(opened.database, { state: 'pending', ...options })
      })

      test.each([
        ['Acacia nilotica', ['<i>Acacia</i> <i>nilotica</i> in dry land']],
        ['nilotica ACACIA', ['<i>Acacia</i> <i>nilotica</i> in dry land']],
        ['<i>Acacia</i>', ['<i>Acacia</i> <i>nilotica</i> in dry land']],
        ['acacia roots', []],
        ['co2', ['CO<sub>2</sub> and growth']],
        ['sub', []],
        ['kovář', ['CO<sub>2</sub> and growth']],
        ['KOVÁŘ growth', ['CO<sub>2</sub> and growth']],
        ['élodie', ['Roots']],
        ['ÉLODIE roots', ['Roots']],
        ['reviewing', ['Roots']],
        ['kovar', ['CO<sub>2</sub> and growth']],
        ['elod', ['Roots']],
        ['lodie', []],
        ['100%', ['100% of leaves', '100 leaves']],
        ['leaf_area', ['leaf_area']],
        ['leafX', ['leafXarea']],
        ['a\\b', ['CO<sub>2</sub> and growth', String.raw`a\b`]],
        ['salt & drought', ['Salt &amp; drought, 3 &lt; 5']],
        ['amp', []],
        ['%', []],
        ['&', []],
        ['"salt" OR roots*', []],
        ["salt':* | 'roots", []],
        ['NOT salt', []],
        ["' or 1=1 --", []],
        ['journal', []],
      ])('for %s', async (q, found) => {
        expect(await titles(q)).toEqual(found)
      })
    })

    describe('ordered', () => {
      test('by title and by author, whatever the case and the marks, then by id', async () => {
        const opened = await open()
        const of = { journal: opened, admin: await aSignedIn(opened, { role: 'admin' }) }
        const { database } = opened
        const person = (fullName: string) => aUser(database, { fullName })
        await anArticle(database, { title: 'beech', submitter: await person('zoe') })
        await anArticle(database, { title: '<i>Acacia</i>', submitter: await person('Yusuf') })
        await anArticle(database, {
          title: 'Cedar',
          submitter: null,
          contributors: [
            { role: 'Reviewer', full_name: 'Aaron' },
            { role: 'Author', full_name: 'Bela' },
            { role: 'Corresponding Author', full_name: 'xenia' },
          ],
        })
        await anArticle(database, {
          title: 'date <i>palm</i>',
          submitter: null,
          contributors: [
            { role: 'Author', full_name: 'Wanda' },
            { role: 'Author', full_name: 'Vera' },
          ],
        })
        // Imported: the journal is shown as its submitter.
        await anArticle(database, { title: 'Elm', submitter: null, contributors: [] })
        const same = await person('aa')
        const twins = [
          await anArticle(database, { title: 'Fig', submitter: same }),
          await anArticle(database, { title: 'fig', submitter: same }),
        ]
        const sorted = async (sort: string) =>
          (await list({ sort }, of)).body.data.map((one: { id: string; title: string; author: unknown }) => one)
        const byTitle = await sorted('title')
        expect(byTitle.map((one: { title: string }) => one.title.toLowerCase())).toEqual([
          '<i>acacia</i>',
          'beech',
          'cedar',
          'date <i>palm</i>',
          'elm',
          'fig',
          'fig',
        ])
        const inOrder = twins.map(({ id }) => id).sort()
        expect(byTitle.slice(5).map((one: { id: string }) => one.id)).toEqual(inOrder)
        const byAuthor = await sorted('author')
        expect(byAuthor.map((one: { author: { fullName: string } }) => one.author.fullName)).toEqual([
          'aa',
          'aa',
          'Journal of Plant and Botanical Research',
          'Wanda',
          'xenia',
          'Yusuf',
          'zoe',
        ])
        expect(byAuthor.slice(0, 2).map((one: { id: string }) => one.id)).toEqual(inOrder)
        expect((await sorted('oldest')).reverse()).toEqual(await sorted('newest'))
      })
    })

    test('a search that finds nothing is tried with the words of published articles', async () => {
      const own = await open()
      const as = await aSignedIn(own, { role: 'admin' })
      const known = await anArticle(own.database, { title: 'Bryophytes of Swedish bogs' })
      const draft = await anArticle(own.database, { state: 'pending', title: 'More bryophytes' })
      await indexed(own.database)
      const found = async (q: string) => {
        const { body } = await list({ q }, { journal: own, admin: as })
        return body.data.map(({ id }: { id: string }) => id)
      }
      expect(await found('bryopyhtes')).toEqual([draft.id, known.id])
      expect(await found('sweedish bryofytes')).toEqual([known.id])
      expect(await found('xyzzyqwert')).toEqual([])
    })
  })
})
