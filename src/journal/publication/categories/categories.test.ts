import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aCategory, anArticle, ARTICLE_STATES, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDocx, aMultipart } from '../../../../tests/support/multipart.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { newId } from '../../../platform/ids.ts'

describe('categories, by administrators', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const create = (body: unknown, as: SignedIn | undefined = admin) => journal.post('/categories', body, { as })
    const remove = (id: string, as: SignedIn | undefined = admin) =>
      journal.send('DELETE', `/categories/${id}`, undefined, { as })
    const listed = async (id: string) =>
      (await journal.get('/categories')).body.find((category: { id: string }) => category.id === id)
    const auditOf = (subject: string) => loadAuditEntries(journal.database, subject)

    test('are created, changed and deleted, and the public list shows it at once', async () => {
      await journal.get('/categories')
      const made = await create({ name: '  Plant Ecology ', slug: 'plant-ecology' })
      expect(made.status, made.text).toBe(201)
      const { id } = made.body
      expect(made.body).toEqual({
        ...{ id, name: 'Plant Ecology', slug: 'plant-ecology', createdAt: expect.any(String) },
        ...{ description: '', closed: false },
      })
      expect(await listed(id)).toEqual({ ...made.body, count: 0, formerIds: [] })

      for (const [method, name] of [
        ['PUT', 'Ecology of Plants'],
        ['PATCH', 'Ecology'],
      ] as const) {
        const changed = await journal.send(method, `/categories/${id}`, { name, slug: 'ecology' }, { as: admin })
        expect(changed.status, changed.text).toBe(200)
        expect(changed.body).toEqual({ ...made.body, name, slug: 'ecology' })
        expect(await listed(id)).toMatchObject({ name, slug: 'ecology' })
      }

      const removed = await remove(id)
      expect(removed.status, removed.text).toBe(200)
      expect(removed.body).toEqual({ message: 'Category deleted successfully' })
      expect(await listed(id)).toBeUndefined()
      expect((await remove(id)).status).toBe(404)

      const entries = await auditOf(id)
      expect(entries.map((entry) => entry.action).sort()).toEqual([
        'category.create',
        'category.delete',
        'category.update',
        'category.update',
      ])
      expect(new Set(entries.map((entry) => entry.actor_id))).toEqual(new Set([admin.user.id]))
      const deleted = entries.find((entry) => entry.action === 'category.delete')!
      expect(deleted.before).toEqual({ name: 'Ecology', slug: 'ecology' })
      const updates = entries.filter((entry) => entry.action === 'category.update')
      expect(updates.map((entry) => entry.before.name).sort()).toEqual(['Ecology of Plants', 'Plant Ecology'])
      expect(updates.map((entry) => entry.after.name).sort()).toEqual(['Ecology', 'Ecology of Plants'])
    })

    test.each([
      [{ name: '', slug: 'a' }, { name: 'Name is required' }],
      [{ name: '  \t', slug: 'a' }, { name: 'Name is required' }],
      [{ slug: 'a' }, { name: 'Name is required' }],
      [{ name: 'a', slug: '' }, { slug: 'Slug is required' }],
      [{ name: 'a' }, { slug: 'Slug is required' }],
      [{ name: 'a', slug: 'Moss' }, { slug: 'Slug can only contain lowercase letters, numbers, and hyphens' }],
      [{ name: 'a', slug: 'moss fern' }, { slug: 'Slug can only contain lowercase letters, numbers, and hyphens' }],
      [{ name: 'a', slug: 'straße' }, { slug: 'Slug can only contain lowercase letters, numbers, and hyphens' }],
      [{ name: 'a'.repeat(201), slug: 'a' }, { name: 'Please use at most 200 characters' }],
      [{ name: 'a', slug: 'a', count: 7 }, { count: 'Unknown field "count"' }],
    ])('%o is refused', async (body, errors) => {
      const category = await aCategory(journal.database)
      const calls = [await create(body)]
      for (const method of ['PUT', 'PATCH']) {
        calls.push(await journal.send(method, `/categories/${category.id}`, body, { as: admin }))
      }
      for (const answer of calls) {
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual(errors)
      }
    })

    test('two never share a name, in any letter case, or a slug', async () => {
      const moss = await aCategory(journal.database, { name: 'Élan of Mosses', slug: 'mosses' })
      const other = await aCategory(journal.database)
      const name = { name: 'A category with this name already exists' }
      const slug = { slug: 'A category with this slug already exists' }
      for (const [body, errors] of [
        [{ name: 'ÉLAN OF MOSSES', slug: 'free' }, name],
        [{ name: 'Free', slug: 'mosses' }, slug],
        [
          { name: 'élan of mosses', slug: 'mosses' },
          { ...name, ...slug },
        ],
      ] as const) {
        for (const answer of [await create(body), await journal.put(`/categories/${other.id}`, body, { as: admin })]) {
          expect(answer.status).toBe(409)
          expect(answer.body.errors).toEqual(errors)
          expect(answer.body.message).toBe(Object.values(errors)[0])
        }
      }
      // Its own name in another letter case is not a duplicate.
      const own = await journal.put(`/categories/${moss.id}`, { name: 'ÉLAN of mosses', slug: 'mosses' }, { as: admin })
      expect(own.status, own.text).toBe(200)
    })

    test('of several at the same moment one is made', async () => {
      for (const [key, bodies] of Object.entries({
        name: (n: number) => ({ name: n % 2 ? 'Racing ferns' : 'RACING FERNS', slug: `racing-ferns-${n}` }),
        slug: (n: number) => ({ name: `Racing palms ${n}`, slug: 'racing-palms' }),
      })) {
        const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create(bodies(n))))
        expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
        for (const { body } of answers.filter((answer) => answer.status === 409)) {
          expect(body.errors).toEqual({ [key]: `A category with this ${key} already exists` })
        }
      }
      expect(journal.logged).toEqual([])
    })

    test('in use they stay, whatever the state of their articles', async () => {
      for (const state of ARTICLE_STATES) {
        const category = await aCategory(journal.database)
        await anArticle(journal.database, { state, category, submitter: null, contributors: [], manuscripts: [] })
        const answer = await remove(category.id)
        expect(answer.status, state).toBe(409)
        const hidden = state === 'public' ? '' : ' (1 not public)'
        expect(answer.body.message).toBe(`1 article uses this category${hidden}. Move it first.`)
        expect(await listed(category.id)).toBeDefined()
      }
      const category = await aCategory(journal.database)
      for (const state of ['public', 'archived'] as const) {
        await anArticle(journal.database, { state, category, submitter: null, contributors: [], manuscripts: [] })
      }
      expect((await remove(category.id)).body.message).toBe(
        '2 articles use this category (1 not public). Move them first.',
      )
    })

    /** Begins `call` while a transaction that has done `work` is still open, and commits some time later. */
    const whileOpen = async <T>(work: (tx: Tx) => Promise<unknown>, call: () => Promise<T>): Promise<T> => {
      let called: Promise<T> | undefined
      await journal.database.transaction(async (tx) => {
        await work(tx)
        called = call()
        await new Promise((resolve) => setTimeout(resolve, 100))
      })
      return called!
    }

    test('an article that comes in while its category goes is never orphaned', async () => {
      const template = await anArticle(journal.database, { submitter: null, contributors: [], manuscripts: [] })
      const { id } = await aCategory(journal.database)
      const article = { ...template, id: newId(), slug: 'arriving', category_id: id }
      // The deletion's count does not see the uncommitted article.
      const answer = await whileOpen(
        (tx) => tx.insertInto('articles').values(article).execute(),
        () => remove(id),
      )
      expect(answer.status, answer.text).toBe(409)
      expect(answer.body.message).toBe('1 article uses this category. Move it first.')
      expect(await listed(id)).toMatchObject({ count: 1 })
      expect((await auditOf(id)).map((entry) => entry.action)).toEqual([])
    })

    test('a manuscript for a category that goes at this moment is told so', async () => {
      const { id } = await aCategory(journal.database)
      const { body, headers } = aMultipart({ name: 'paper.docx', content: aDocx() })
      const { url } = (await journal.send('POST', '/files/upload', body, { as: author, headers })).body
      const submission = {
        title: 'Late manuscript',
        categoryId: id,
        excerpt: 'Late.',
        keywords: 'late',
        abstract: '<p>Late.</p>',
        files: [url],
        contributors: [
          { fullName: 'A. Malik', email: 'a@plants.test', affiliation: 'Multan', role: 'Corresponding Author' },
        ],
      }
      const answer = await whileOpen(
        (tx) => tx.deleteFrom('categories').where('id', '=', id).execute(),
        () => journal.post('/posts', submission, { as: author }),
      )
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.errors).toEqual({ categoryId: 'Category is required' })
      expect(journal.logged).toEqual([])
    })

    test('are no business of visitors and authors', async () => {
      const { id } = await aCategory(journal.database)
      const body = { name: 'Mine', slug: 'mine' }
      for (const [as, status] of [
        [undefined, 401],
        [author, 403],
      ] as const) {
        expect((await journal.post('/categories', body, { as })).status).toBe(status)
        expect((await journal.put(`/categories/${id}`, body, { as })).status).toBe(status)
        expect((await journal.send('PATCH', `/categories/${id}`, body, { as })).status).toBe(status)
        expect((await journal.send('DELETE', `/categories/${id}`, undefined, { as })).status).toBe(status)
      }
    })

    test.each(['222222222222', 'no id', '%00'])('%o is not there', async (id) => {
      const path = `/categories/${encodeURIComponent(id)}`
      for (const answer of [
        await journal.put(path, { name: 'Nowhere', slug: 'nowhere' }, { as: admin }),
        await journal.send('DELETE', path, undefined, { as: admin }),
      ]) {
        expect(answer.status).toBe(404)
        expect(answer.body.message).toBe('Category not found')
      }
    })
  })
})
