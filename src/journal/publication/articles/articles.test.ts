import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aCategory,
  anArticle,
  ARTICLE_STATES,
  type ArticleState,
  aSignedIn,
  aVolume,
  PRIVATE_WORDS,
  someArticles,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, type Answer, type TestJournal } from '../../../../tests/support/databases.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'

const idsIn = (answer: Answer): string[] => answer.body.data.map((article: { id: string }) => article.id)
const UNKNOWN = '222222222222'

describe('public lists of articles', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let visible: ArticleRow[]
    let place: { category: { id: string }; volume: { id: string } }
    const lists = () => [
      '/posts/published',
      `/posts/category/${place.category.id}/published`,
      `/posts/volume/${place.volume.id}`,
    ]

    beforeAll(async () => {
      journal = await open()
      place = { category: await aCategory(journal.database), volume: await aVolume(journal.database) }
      visible = await someArticles(journal.database, 12, place)
      for (const state of ARTICLE_STATES) {
        if (state !== 'public') await anArticle(journal.database, { ...place, state })
      }
    })

    test('hold exactly the public articles, newest first', async () => {
      const newestFirst = visible.map((article) => article.id).reverse()
      for (const list of lists()) {
        const answer = await journal.get(`${list}?limit=50`)
        expect(answer.status).toBe(200)
        expect(idsIn(answer)).toEqual(newestFirst)
        expect(answer.body.meta).toEqual({ page: 1, totalPages: 1, totalItems: 12 })
      }
    })

    test('show six articles of all, and ten of a category or volume, when nothing is asked', async () => {
      const sizes = await Promise.all(lists().map(async (list) => idsIn(await journal.get(list)).length))
      expect(sizes).toEqual([6, 10, 10])
    })

    test('go on from page to page without gap or repetition', async () => {
      for (const list of lists()) {
        const pages = await Promise.all([1, 2, 3].map((page) => journal.get(`${list}?page=${page}&limit=5`)))
        expect(pages.map((page) => page.body.meta)).toEqual(
          [1, 2, 3].map((page) => ({ page, totalPages: 3, totalItems: 12 })),
        )
        expect(pages.flatMap(idsIn)).toEqual(visible.map((article) => article.id).reverse())
      }
    })

    test('are empty beyond their end', async () => {
      for (const list of lists()) {
        const answer = await journal.get(`${list}?page=400`)
        expect(answer.status).toBe(200)
        expect(answer.body).toMatchObject({ data: [], meta: { page: 400, totalItems: 12 } })
      }
    })

    test.each([
      'page=0',
      'page=-1',
      'page=abc',
      'page=1.5',
      'page=',
      'limit=0',
      'limit=-3',
      'limit=all',
      'page=1&page=2',
    ])('refuse ?%s', async (query) => {
      for (const list of lists()) {
        const answer = await journal.get(`${list}?${query}`)
        expect(answer.status).toBe(400)
        expect(Object.keys(answer.body.errors)).toEqual([query.split('=')[0]])
      }
    })

    test('refuse what they do not know', async () => {
      const answer = await journal.get('/posts/published?published=false')
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual({ published: 'Unknown field "published"' })
    })

    test('of an unknown or malformed category or volume are not there', async () => {
      for (const id of [UNKNOWN, '..%2f..%2fetc', "x'%20or%201=1", '%00', 'x'.repeat(80), '%F0%9F%8C%B1']) {
        expect((await journal.get(`/posts/category/${id}/published`)).status).toBe(404)
        expect((await journal.get(`/posts/volume/${id}`)).status).toBe(404)
      }
    })

    test('of another category or volume are empty', async () => {
      const other = await aCategory(journal.database)
      const answer = await journal.get(`/posts/category/${other.id}/published`)
      expect(answer.body).toEqual({ data: [], meta: { page: 1, totalPages: 0, totalItems: 0 } })
    })

    test('give the same to someone signed in, but nothing that may be kept', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      for (const list of lists()) {
        const [visitor, signedIn] = [await journal.get(list), await journal.get(list, { as: admin })]
        expect(signedIn.body).toEqual(visitor.body)
        expect(signedIn.headers['cache-control']).toBe('private, no-store')
        expect(signedIn.headers.etag).toBeUndefined()
      }
    })
  })
})

describe('long lists', () => {
  eachDatabase((open) => {
    test('are cut at a hundred, whatever is asked', async () => {
      const journal = await open()
      await someArticles(journal.database, 103, { contributors: [], manuscripts: [] })
      const answer = await journal.get('/posts/published?limit=1000000')
      expect(idsIn(answer)).toHaveLength(100)
      expect(answer.body.meta).toEqual({ page: 1, totalPages: 2, totalItems: 103 })
    })

    test('of a volume follow its pages; the newest come first where pages do not decide', async () => {
      const journal = await open()
      const volume = await aVolume(journal.database)
      const pages = ['101-110', '9', null, '12-27', '12-15, 30', '2-8', null, '99999999999999999999', '1']
      const articles = new Map<string, string | null>()
      for (const page_num of pages) {
        const { id } = await anArticle(journal.database, { volume, page_num, contributors: [], manuscripts: [] })
        articles.set(id, page_num)
      }
      const path = `/posts/volume/${volume.id}`
      const whole = await journal.get(path)
      const inOrder = ['1', '2-8', '9', '12-15, 30', '12-27', '101-110', '99999999999999999999', null, null]
      expect(idsIn(whole).map((id) => articles.get(id))).toEqual(inOrder)
      const [older, newer] = [...articles].flatMap(([id, page]) => (page === null ? [id] : []))
      expect(idsIn(whole).slice(-2)).toEqual([newer, older])
      const parts = await Promise.all([1, 2, 3, 4, 5].map((page) => journal.get(`${path}?limit=2&page=${page}`)))
      expect(parts.flatMap(idsIn)).toEqual(idsIn(whole))
    })

    test('keep one order among articles of the same moment: by id', async () => {
      const journal = await open()
      const at = '2026-03-01T08:00:00.000Z'
      const articles = await someArticles(journal.database, 9, { published_at: at, created_at: at, contributors: [] })
      const byId = articles
        .map((article) => article.id)
        .sort()
        .reverse()
      const pages = await Promise.all([1, 2, 3].map((page) => journal.get(`/posts/published?page=${page}&limit=3`)))
      expect(pages.flatMap(idsIn)).toEqual(byId)
      const admin = await aSignedIn(journal, { role: 'admin' })
      expect(idsIn(await journal.get('/posts/all', { as: admin }))).toEqual(byId)
      const volume = await aVolume(journal.database)
      await journal.database.db.updateTable('articles').set({ volume_id: volume.id, page_num: '7' }).execute()
      const inVolume = [1, 2, 3].map((page) => journal.get(`/posts/volume/${volume.id}?page=${page}&limit=3`))
      expect((await Promise.all(inVolume)).flatMap(idsIn)).toEqual(byId)
    })
  })
})

describe('one article', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let people: Record<'visitor' | 'another author' | 'its submitter' | 'an administrator', SignedIn | undefined>

    beforeAll(async () => {
      journal = await open()
      people = {
        visitor: undefined,
        'another author': await aSignedIn(journal),
        'its submitter': await aSignedIn(journal),
        'an administrator': await aSignedIn(journal, { role: 'admin' }),
      }
    })

    describe.each(ARTICLE_STATES)('that is %s', (state) => {
      let article: ArticleRow
      beforeAll(async () => {
        article = await anArticle(journal.database, { state, submitter: people['its submitter']!.user })
      })

      test.each(['visitor', 'another author'] as const)('for %s', async (who) => {
        const answer = await journal.get(`/posts/details/${article.id}`, { as: people[who] })
        expect(answer.status).toBe(state === 'public' ? 200 : 404)
        if (state !== 'public') expect(answer.body.message).toBe('Post not found')
        expect(answer.headers.vary).toMatch(/authorization/i)
        const mayBeKept = who === 'visitor' && state === 'public'
        expect(answer.headers['cache-control']).toMatch(mayBeKept ? /^no-cache$/ : /no-store/)
        for (const word of PRIVATE_WORDS) expect(answer.text.toLowerCase()).not.toContain(word)
      })

      test.each(['its submitter', 'an administrator'] as const)('for %s, who sees all of it', async (who) => {
        const answer = await journal.get(`/posts/details/${article.id}`, { as: people[who] })
        expect(answer.status).toBe(200)
        expect(answer.headers['cache-control']).toBe('private, no-store')
        expect(answer.headers.vary).toMatch(/authorization/i)
        expect(answer.body).toMatchObject({
          published: article.published_at !== null,
          approvedByAdmin: article.approved_at !== null,
          isArchive: article.archived_at !== null,
          comments: article.comments,
          files: [{ name: 'manuscript-secret.docx', url: expect.stringMatching(/^\/files\//) }],
          author: { email: people['its submitter']!.user.email, username: people['its submitter']!.user.username },
        })
        expect(answer.body.contributors.map((one: { role: string }) => one.role)).toEqual([
          'Corresponding Author',
          'Author',
          'Reviewer',
        ])
      })
    })

    test('that is unknown or whose id is malformed is not there, for anybody', async () => {
      for (const id of [
        UNKNOWN,
        '..',
        '%2e%2e%2fetc',
        '%00',
        'x'.repeat(200),
        "'%20or%20''='",
        '%F0%9F%8C%B1',
        '%ff',
      ]) {
        for (const who of Object.values(people)) {
          expect((await journal.get(`/posts/details/${id}`, { as: who })).status, id).toBe(404)
        }
      }
    })

    test('stands in lists without its abstract, unless that has to stand for an excerpt', async () => {
      const [category, volume] = [await aCategory(journal.database), await aVolume(journal.database)]
      const admin = await aSignedIn(journal, { role: 'admin' })
      const abstract = '<p>Roots</p><script>alert(1)</script>'
      await anArticle(journal.database, { category, volume, submitter: admin.user, abstract, excerpt: 'Deep.' })
      await anArticle(journal.database, { category, volume, submitter: admin.user, abstract, excerpt: '' })
      for (const list of [
        '/posts/published?limit=2',
        `/posts/category/${category.id}/published`,
        `/posts/volume/${volume.id}`,
        '/posts/my-posts',
        '/posts/all?limit=2',
      ]) {
        const { body } = await journal.get(list, { as: admin })
        const told = (article: { excerpt: string; abstract: string }) => [article.excerpt, article.abstract]
        expect(body.data.map(told), list).toEqual([
          ['', '<p>Roots</p>'],
          ['Deep.', ''],
        ])
      }
    })

    test('holds no script, not even one that came into the row by another way', async () => {
      const { id } = await anArticle(journal.database, { abstract: '<p>Roots</p><script>alert(1)</script>' })
      expect((await journal.get(`/posts/details/${id}`)).body.abstract).toBe('<p>Roots</p>')
    })

    test('has all its keys, and its dates as timestamps', async () => {
      const [category, volume] = [await aCategory(journal.database), await aVolume(journal.database)]
      const article = await anArticle(journal.database, { category, volume, page_num: '1-5,7-10' })
      const { body } = await journal.get(`/posts/details/${article.id}`)
      expect(body).toMatchObject({
        id: article.id,
        title: article.title,
        slug: article.slug,
        keywords: article.keywords,
        excerpt: article.excerpt,
        abstract: article.abstract,
        category: { id: category.id, name: category.name },
        categoryId: category.id,
        imageUrl: null,
        pdfUrl: null,
        pageNum: '1-5,7-10',
        volume: { id: volume.id, title: volume.title, name: volume.title },
        volumeId: volume.id,
        createdAt: article.created_at,
        updatedAt: article.updated_at,
        publishedAt: article.published_at,
      })
    })
  })
})

describe('what the public never sees', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let article: ArticleRow
    let volume: { id: string }
    beforeAll(async () => {
      journal = await open()
      volume = await aVolume(journal.database)
      article = await anArticle(journal.database, { volume, submitter: (await aSignedIn(journal)).user })
      await anArticle(journal.database, { state: 'pending', title: 'comment-secret pending' })
    })

    /** Every public address that contains information about an article. */
    const publicAnswers = () =>
      Promise.all(
        [
          '/posts/published',
          `/posts/details/${article.id}`,
          `/posts/category/${article.category_id}/published`,
          `/posts/volume/${volume.id}`,
          '/categories',
          '/volumes/with-counts',
          '/editorial-members',
        ].map((path) => journal.get(path)),
      )

    test("is any email address but the corresponding author's", async () => {
      for (const answer of await publicAnswers()) {
        const addresses = new Set(answer.text.match(/[\w.+-]+@[\w.-]+/g) ?? [])
        addresses.delete('corresponding@plants.test')
        expect([...addresses]).toEqual([])
      }
    })

    test('is a reviewer, a manuscript, a word to the editor, or anything else of the submitter but the name', async () => {
      for (const answer of await publicAnswers()) {
        const text = answer.text.toLowerCase()
        for (const word of [...PRIVATE_WORDS, '"reviewer"']) expect(text).not.toContain(word)
        for (const key of [
          'files',
          'comments',
          'username',
          'location',
          'lastLogin',
          'orc_id',
          'profileUrl',
          'submitter',
        ]) {
          expect(keysIn(answer.body)).not.toContain(key)
        }
      }
    })

    test("is a reviewer's name in the place of a submitter's", async () => {
      const { id } = await anArticle(journal.database, {
        submitter: null,
        contributors: [
          { role: 'Reviewer', full_name: 'Reviewer-Secret Person', created_at: '2020-01-01T00:00:00.000Z' },
          { role: 'Author', full_name: 'Bruno Kovář' },
        ],
      })
      const { body, text } = await journal.get(`/posts/details/${id}`)
      expect(text).not.toContain('Reviewer-Secret')
      expect(body.author).toEqual({ fullName: 'Bruno Kovář' })
    })

    test('the authors alone are shown, the earliest made first', async () => {
      const { id } = await anArticle(journal.database, {
        contributors: [
          { role: 'Author', full_name: 'Third', created_at: '2026-01-03T00:00:00.000Z' },
          { role: 'Corresponding Author', full_name: 'First', created_at: '2026-01-01T00:00:00.000Z' },
          { role: 'Reviewer', full_name: 'Nobody', created_at: '2026-01-01T12:00:00.000Z' },
          { role: 'Author', full_name: 'Second', created_at: '2026-01-02T00:00:00.000Z' },
        ],
      })
      const { body } = await journal.get(`/posts/details/${id}`)
      const names = body.contributors.map((one: { contributor: { fullName: string } }) => one.contributor.fullName)
      expect(names).toEqual(['First', 'Second', 'Third'])
    })
  })
})

describe('counts', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal = await open()
    })

    test('of categories and volumes count public articles alone', async () => {
      const [full, empty] = [await aCategory(journal.database), await aCategory(journal.database)]
      const [volume, bare] = [await aVolume(journal.database), await aVolume(journal.database)]
      for (const state of ARTICLE_STATES) await anArticle(journal.database, { state, category: full, volume })
      await anArticle(journal.database, { category: full, volume })

      const categories = (await journal.get('/categories')).body
      const listed = ({ id, name, slug, created_at }: typeof full, count: number) => ({
        ...{ id, name, slug, createdAt: created_at, count },
        ...{ description: '', closed: false, formerIds: [] },
      })
      expect(categories).toEqual([listed(full, 2), listed(empty, 0)])
      const volumes = (await journal.get('/volumes/with-counts')).body
      expect(volumes).toEqual([
        { id: bare.id, title: bare.title, postCount: 0, firstYear: null, lastYear: null },
        { id: volume.id, title: volume.title, postCount: 2, firstYear: 2026, lastYear: 2026 },
      ])
    })

    test('put the fullest category first, then by name in the order of the alphabet', async () => {
      const named = (name: string) => aCategory(journal.database, { name, slug: name.toLowerCase() })
      const [zoology, ecology] = [await named('Zoospores'), await named('Écologie')]
      for (const name of ['Ferns', 'algae', 'Botany']) await named(name)
      for (const category of [zoology, zoology, ecology]) await anArticle(journal.database, { category })
      await anArticle(journal.database, { category: ecology, state: 'archived' })
      await anArticle(journal.database, { category: ecology, state: 'pending' })
      const categories: { name: string; count: number }[] = (await journal.get('/categories')).body
      expect(categories.map(({ name, count }) => [name, count])).toEqual([
        ['Zoospores', 2],
        ['Écologie', 1],
        ['algae', 0],
        ['Botany', 0],
        ['Ferns', 0],
      ])
    })

    test('put the volume of the highest number first, with the years of its title or its public articles', async () => {
      const made = new Map<string, { id: string }>()
      for (const title of ['Volume 10', 'Special Issue', 'Volume 9', 'Volume 11 (2023)', 'Volume 2']) {
        made.set(title, await aVolume(journal.database, { title }))
      }
      const publish = (title: string, published_at: string, state: ArticleState = 'public') =>
        anArticle(journal.database, { volume: made.get(title)!, published_at, state })
      await publish('Volume 9', '2021-12-31T23:59:59.000Z')
      await publish('Volume 9', '2022-01-01T00:00:00.000Z')
      await publish('Volume 9', '2026-01-01T00:00:00.000Z', 'archived')
      await publish('Volume 11 (2023)', '2026-01-01T00:00:00.000Z')
      await publish('Special Issue', '2026-05-01T00:00:00.000Z')
      const volumes: { title: string; postCount: number; firstYear: number; lastYear: number }[] = (
        await journal.get('/volumes/with-counts')
      ).body
      expect(
        volumes.map(({ title, postCount, firstYear, lastYear }) => [title, postCount, firstYear, lastYear]),
      ).toEqual([
        ['Volume 11 (2023)', 1, 2023, 2023],
        ['Volume 10', 0, null, null],
        ['Volume 9', 2, 2021, 2022],
        ['Volume 2', 0, null, null],
        ['Special Issue', 1, 2026, 2026],
      ])
      const admin = await aSignedIn(journal, { role: 'admin' })
      const all: { title: string }[] = (await journal.get('/volumes', { as: admin })).body.data
      expect(all.map(({ title }) => title)).toEqual(volumes.map(({ title }) => title))
    })

    test('are numbers, not texts, in an empty journal too', async () => {
      await aCategory(journal.database)
      expect((await journal.get('/categories')).body[0].count).toBe(0)
      expect((await journal.get('/posts/published')).body).toEqual({
        data: [],
        meta: { page: 1, totalPages: 0, totalItems: 0 },
      })
    })
  })
})

describe('lists for those who are signed in', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let rosa: SignedIn, ayesha: SignedIn, admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      rosa = await aSignedIn(journal)
      ayesha = await aSignedIn(journal)
      admin = await aSignedIn(journal, { role: 'admin' })
      for (const state of ARTICLE_STATES) await anArticle(journal.database, { state, submitter: rosa.user })
    })

    test('my articles are mine in every state, and nobody else’s', async () => {
      const mine = await journal.get('/posts/my-posts', { as: rosa })
      expect(mine.body.meta.totalItems).toBe(ARTICLE_STATES.length)
      expect(mine.headers['cache-control']).toBe('private, no-store')
      expect((await journal.get('/posts/my-posts', { as: ayesha })).body.data).toEqual([])
      expect((await journal.get('/posts/my-posts', { as: admin })).body.data).toEqual([])
    })

    test('nobody reads the articles of another by asking for them', async () => {
      const answer = await journal.get(`/posts/my-posts?userId=${rosa.user.id}`, { as: ayesha })
      expect(answer.status).toBe(400)
    })

    test('administrators see all of them', async () => {
      const all = await journal.get('/posts/all', { as: admin })
      expect(all.body.meta.totalItems).toBe(ARTICLE_STATES.length)
      expect((await journal.get('/posts/all', { as: rosa })).status).toBe(403)
      expect((await journal.get('/posts/all')).status).toBe(401)
      expect((await journal.get('/posts/my-posts')).status).toBe(401)
    })
  })
})

/** All keys within a JSON value, at any depth. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
}
