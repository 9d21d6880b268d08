import { beforeAll, describe, expect, test } from 'vitest'
import {
  aCategory,
  anArticle,
  ARTICLE_STATES,
  aSignedIn,
  aVolume,
  PRIVATE_WORDS,
  someArticles,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal, watchQueries } from '../../../../tests/support/databases.ts'
import { saveReferences } from '../../../platform/search-engine/article-terms.ts'
import { articlesWithKeyword, authorWithArticles } from './subject-pages.ts'
import { nearbyArticles } from './related.ts'

const IDS = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'] as const
const FIRST_PAGE = { page: 1, limit: 10 }

describe('finding further articles', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    const titles = (articles: readonly { title: string }[]) => articles.map(({ title }) => title)
    const alone = { manuscripts: [], submitter: null, contributors: [] }

    describe('by keyword', () => {
      test('lists public articles however they spell it, newest first, ten a page', async () => {
        const ferns = ['Tree  ferns', 'tree ferns', 'tree-ferns', 'tree ferns']
        for (const [at, keywords] of ferns.entries())
          await anArticle(journal.database, { ...alone, title: `Ferns ${at}`, keywords: `roots, ${keywords}, soil` })
        const { status, body } = await journal.get('/keywords/tree-ferns')
        expect(status).toBe(200)
        expect(body.keyword).toEqual({ slug: 'tree-ferns', name: 'tree ferns' })
        expect(titles(body.data)).toEqual(['Ferns 3', 'Ferns 2', 'Ferns 1', 'Ferns 0'])
        const second = await journal.get('/keywords/Tree%20Ferns?page=2&limit=3')
        expect(titles(second.body.data)).toEqual(['Ferns 0'])
        expect(second.body.meta).toEqual({ page: 2, totalPages: 2, totalItems: 4 })
      })

      test('says nothing of articles that are not public', async () => {
        for (const state of ARTICLE_STATES)
          await anArticle(journal.database, { state, title: state, keywords: `hidden moss, moss of ${state}` })
        const { body, text } = await journal.get('/keywords/hidden-moss')
        expect(titles(body.data)).toEqual(['public'])
        for (const word of PRIVATE_WORDS) expect(text).not.toContain(word)
        for (const state of ARTICLE_STATES.filter((each) => each !== 'public'))
          expect((await journal.get(`/keywords/moss-of-${state}`)).status).toBe(404)
      })

      test('follows corrections, and ends with the last article', async () => {
        const admin = await aSignedIn(journal, { role: 'admin' })
        const { id } = await anArticle(journal.database, { keywords: 'lichen dyes' })
        expect((await journal.get('/keywords/lichen-dyes')).status).toBe(200)
        const corrected = await journal.put(
          `/posts/${id}`,
          { version: 1, reason: 'A slip.', keywords: 'woad' },
          { as: admin },
        )
        expect(corrected.status, corrected.text).toBe(200)
        expect((await journal.get('/keywords/lichen-dyes')).status).toBe(404)
        expect(titles((await journal.get('/keywords/woad')).body.data)).toHaveLength(1)
        await journal.put(`/posts/${id}/archive`, { archive: true }, { as: admin })
        expect((await journal.get('/keywords/woad')).status).toBe(404)
      })

      test.each(['unknown', '%20', '—', 'x'.repeat(200), '%25', "'"])('finds nothing by %j', async (slug) => {
        expect((await journal.get(`/keywords/${encodeURIComponent(slug)}`)).status).toBe(404)
      })
    })

    describe('by author', () => {
      const [orcid] = IDS
      test('an iD brings together what is printed with it, under every name', async () => {
        const printed = [
          { full_name: 'Rosa Braun', orcid, affiliation: 'Herbarium Graz', email: 'rosa@one.test' },
          { full_name: 'Rosa Braun-Weiss', orcid, affiliation: 'Kew; Herbarium Graz', orcid_authenticated_at: '2026' },
        ]
        for (const [at, person] of printed.entries())
          await anArticle(journal.database, { ...alone, title: `Braun ${at}`, contributors: [person] })
        await anArticle(journal.database, { ...alone, contributors: [{ full_name: 'Rosa Braun', email: 'r@b.test' }] })
        for (const key of [orcid, orcid.toLowerCase()]) {
          const { status, body } = await journal.get(`/authors/${key}`)
          expect(status).toBe(200)
          expect(titles(body.data)).toEqual(['Braun 1', 'Braun 0'])
          expect(body.author).toEqual({
            ...{ id: orcid, fullName: 'Rosa Braun-Weiss', otherNames: ['Rosa Braun'], isGroup: false },
            ...{ orcidId: orcid, orcidAuthenticated: true, affiliations: ['Kew', 'Herbarium Graz'], sameName: 1 },
          })
        }
      })

      test('without an iD only the same name with the same address is the same person', async () => {
        const wei = { full_name: 'Wei Wang', affiliation: 'Academy of Sciences', email: 'Wei@one.test' }
        const articles: { id: string }[] = []
        for (const person of [
          wei,
          { ...wei, email: 'wei@one.TEST', affiliation: 'Kew' },
          { ...wei, email: 'wei@two.test' },
          { ...wei, email: '' },
          { ...wei, email: '' },
          { ...wei, full_name: 'Min Li' },
          { ...wei, orcid: IDS[1] },
        ])
          articles.push(await anArticle(journal.database, { ...alone, contributors: [person] }))
        const keys = await journal.database.db
          .selectFrom('article_contributors')
          .select(['article_id', 'contributor_id'])
          .where(
            'article_id',
            'in',
            articles.map(({ id }) => id),
          )
          .execute()
        const keyOf = (at: number) => keys.find(({ article_id }) => article_id === articles[at]!.id)!.contributor_id
        const pages = []
        for (let at = 0; at < articles.length; at++)
          pages.push((await journal.get(`/authors/${keyOf(at)}`)).body as { author: { id: string }; data: unknown[] })
        expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1, 1, 1, 1, 1])
        expect(pages.map(({ author }) => author.id)).toEqual([
          ...[keyOf(0), keyOf(0), keyOf(2), keyOf(3), keyOf(4), keyOf(5), IDS[1]],
        ])
        expect((pages[0]!.author as unknown as { sameName: number }).sameName).toBe(4)
        expect(JSON.stringify(pages)).not.toMatch(/one\.test/i)
      })

      test('there is no page of reviewers, nor of people of articles that are not public', async () => {
        for (const state of ARTICLE_STATES) {
          const { id } = await anArticle(journal.database, {
            state,
            contributors: [
              { full_name: 'Shown Author', orcid: state === 'public' ? null : IDS[2], email: '' },
              { full_name: 'Reviewer-Secret Person', role: 'Reviewer', orcid: IDS[2] },
            ],
          })
          const people = await journal.database.db
            .selectFrom('article_people')
            .select(['contributor_id', 'role'])
            .where('article_id', '=', id)
            .execute()
          for (const { contributor_id, role } of people) {
            const isShown = state === 'public' && role !== 'Reviewer'
            expect((await journal.get(`/authors/${contributor_id}`)).status, `${role} ${state}`).toBe(
              isShown ? 200 : 404,
            )
          }
        }
        expect((await journal.get(`/authors/${IDS[2]}`)).status).toBe(404)
      })

      test('a corrected or removed author keeps no page', async () => {
        const admin = await aSignedIn(journal, { role: 'admin' })
        const { id } = await anArticle(journal.database, {
          contributors: [
            { full_name: 'Ana Lima', email: 'ana@lima.test' },
            { full_name: 'Bo Berg', email: 'bo@berg.test' },
          ],
        })
        const { body } = await journal.get(`/posts/details/${id}`)
        const [ana, bo] = (body.contributors as { contributorId: string }[]).map(({ contributorId }) => contributorId)
        const form = { email: 'ana@lima.test', affiliation: 'Braga', role: 'Author' }
        const changed = await journal.put(
          `/posts/${id}/contributors/${ana}`,
          { ...form, fullName: 'Anna Lima', orcidId: IDS[2] },
          { as: admin },
        )
        expect(changed.status, changed.text).toBe(200)
        const page = (await journal.get(`/authors/${ana}`)).body
        expect(page.author).toMatchObject({ id: IDS[2], fullName: 'Anna Lima', otherNames: [] })
        expect((await journal.get(`/authors/${IDS[2]}`)).body.author).toEqual(page.author)
        await journal.send('DELETE', `/posts/${id}/contributors/${bo}`, undefined, { as: admin })
        expect((await journal.get(`/authors/${bo}`)).status).toBe(404)
      })

      test.each(['unknown', 'a b', "'", '0000-0002-1825-0098'])('nobody is found by %j', async (key) => {
        expect((await journal.get(`/authors/${encodeURIComponent(key)}`)).status).toBe(404)
      })
    })

    describe('beside an article', () => {
      const cites = (id: string, ...dois: string[]) =>
        journal.database.transaction((tx) =>
          saveReferences(
            tx,
            id,
            dois.map((doi) => `<a href="https://doi.org/${doi}">DOI</a>`),
          ),
        )
      const nearby = async (id: string) => (await journal.get(`/posts/${id}/related`)).body

      test('are those with the same authors, references and keywords, the closest first', async () => {
        const made = (title: string, options: object = {}) =>
          anArticle(journal.database, { ...alone, title, keywords: '', ...options })
        const ines = { full_name: 'Ines Rey', email: 'ines@rey.test', affiliation: 'León' }
        const article = await made('Asked', { keywords: 'Quinoa, salt stress', contributors: [ines] })
        const [keywords, cited, same] = [
          await made('By keywords', { keywords: 'salt  STRESS, quinoa, maize' }),
          await made('By references', { keywords: 'quinoa' }),
          await made('By author', { contributors: [ines] }),
        ]
        await made('Nothing in common', { keywords: 'mosses', contributors: [{ ...ines, email: 'x@rey.test' }] })
        await cites(article.id, '10.1/a', '10.1/B', '10.1/c')
        await cites(cited.id, '10.1/A', '10.1/b', '10.1/z')
        const { related } = await nearby(article.id)
        expect(related.map((each: { id: string; shared: unknown }) => [each.id, each.shared])).toEqual([
          [cited.id, { authors: 0, references: 2, keywords: ['Quinoa'] }],
          [same.id, { authors: 1, references: 0, keywords: [] }],
          [keywords.id, { authors: 0, references: 0, keywords: ['Quinoa', 'salt stress'] }],
        ])
        expect(related[1]).toMatchObject({ title: 'By author', authors: ['Ines Rey'] })
      })

      test('are five at most, public, and say nothing private', async () => {
        for (const state of [...ARTICLE_STATES, ...ARTICLE_STATES])
          await anArticle(journal.database, { state, title: state, keywords: 'seagrass' })
        for (let at = 0; at < 4; at++) await anArticle(journal.database, { title: 'public', keywords: 'seagrass' })
        const { id } = await anArticle(journal.database, { keywords: 'seagrass', contributors: [] })
        const answer = await nearby(id)
        expect(titles(answer.related)).toEqual(Array(5).fill('public'))
        for (const word of PRIVATE_WORDS) expect(JSON.stringify(answer)).not.toContain(word)
      })

      test('are none because of a keyword that hundreds share', async () => {
        const { db } = journal.database
        const articles = await someArticles(journal.database, 3, { ...alone, keywords: 'everywhere' })
        expect((await nearby(articles[0]!.id)).related).toHaveLength(2)
        const category = await aCategory(journal.database)
        await someArticles(journal.database, 198, { ...alone, category, keywords: 'everywhere' })
        const sharing = await db.selectFrom('article_terms').select('key').where('key', '=', 'everywhere').execute()
        expect(sharing).toHaveLength(201)
        expect((await nearby(articles[0]!.id)).related).toEqual([])
      })

      test('are the neighbours in the volume, in the order of its pages', async () => {
        const volume = await aVolume(journal.database)
        const at = '2026-01-01T00:00:00.000Z'
        const pages = ['30-40', null, '1-9', '10-29', null, '10-12']
        for (const page_num of pages)
          await anArticle(journal.database, { ...alone, volume, page_num, published_at: at, title: String(page_num) })
        await anArticle(journal.database, { volume, page_num: '5', state: 'archived' })
        const { body } = await journal.get(`/posts/volume/${volume.id}?limit=50`)
        const ids = (body.data as { id: string }[]).map(({ id }) => id)
        expect(ids).toHaveLength(6)
        for (const [index, id] of ids.entries()) {
          const { previous, next } = await nearby(id)
          expect([previous?.id, next?.id]).toEqual([ids[index - 1], ids[index + 1]])
        }
      })

      test.each(ARTICLE_STATES.filter((state) => state !== 'public'))('are none of one that is %s', async (state) => {
        const { id } = await anArticle(journal.database, {
          state,
          keywords: 'seagrass',
          volume: await aVolume(journal.database),
        })
        expect(await nearby(id)).toEqual({ previous: null, next: null, related: [] })
      })
    })

    test('costs as few queries for many articles as for one', async () => {
      const { database } = await open()
      const volume = await aVolume(database)
      const person = { full_name: 'Nia Holm', orcid: IDS[0], email: 'nia@holm.test' }
      const made = () => anArticle(database, { volume, keywords: 'kelp, wrack', contributors: [person] })
      const counts = async (id: string) => {
        const counted = []
        for (const work of [
          (db: typeof database.db) => nearbyArticles(db, id),
          (db: typeof database.db) => authorWithArticles(db, IDS[0], FIRST_PAGE),
          (db: typeof database.db) => articlesWithKeyword(db, 'kelp', FIRST_PAGE),
        ])
          counted.push((await watchQueries(database, ({ db }) => work(db))).length)
        return counted
      }
      const [first] = [await made(), await made()]
      const few = await counts(first.id)
      for (let at = 0; at < 12; at++) await made()
      expect(await counts(first.id)).toEqual(few)
      expect(few).toEqual([3, 11, 10])
    })
  })
})
