import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aCategory, anArticle, ARTICLE_STATES, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aFollower } from '../../../../tests/support/following-builders.ts'
import { aDocx, aMultipart } from '../../../../tests/support/multipart.ts'
import { newId } from '../../../platform/ids.ts'

describe('merging categories', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })
    beforeEach(async () => {
      const { db } = journal.database
      await db.deleteFrom('bulk_changes').execute()
    })

    const two = async () => [await aCategory(journal.database), await aCategory(journal.database)] as const
    const article = (category: { id: string }, state: (typeof ARTICLE_STATES)[number] = 'public') =>
      anArticle(journal.database, {
        state,
        category: category as never,
        submitter: null,
        contributors: [],
        manuscripts: [],
      })
    const merge = (id: string, into: string) => journal.post(`/categories/${id}/merge`, { into }, { as: admin })
    const undo = (id: string) => journal.post(`/categories/${id}/merge/undo`, {}, { as: admin })
    const listed = async () =>
      (await journal.get('/categories')).body as { id: string; count: number; formerIds: string[] }[]
    const listedOne = async (id: string) => (await listed()).find((category) => category.id === id)
    const categoryOf = async (id: string) =>
      (
        await journal.database.db
          .selectFrom('articles')
          .select('category_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).category_id
    const redirects = async () => {
      const rows = await journal.database.db.selectFrom('redirects').select(['from_path', 'to_path']).execute()
      return Object.fromEntries(rows.map(({ from_path, to_path }) => [from_path, to_path]))
    }
    const passes = (minutes: number) =>
      journal.database.db
        .updateTable('bulk_changes')
        .set({ at: new Date(Date.now() - minutes * 60_000).toISOString() })
        .execute()

    test('moves its articles in every state, tells what will move, and its numbers are right', async () => {
      const [from, to] = await two()
      const articles = []
      for (const state of ARTICLE_STATES) articles.push(await article(from, state))
      const own = await article(to)
      const draft = { id: newId(), user_id: author.user.id, title: '', revision: 1, saved_at: '2026-01-01' }
      await journal.database.db
        .insertInto('submission_drafts')
        .values({ ...draft, content: JSON.stringify({ title: 'x', categoryId: from.id }) })
        .execute()

      const plan = await journal.get(`/categories/${from.id}/merge`, { as: admin })
      expect(plan.body).toEqual({ published: 1, manuscripts: ARTICLE_STATES.length - 1, drafts: 1, addresses: 0 })

      const answer = await merge(from.id, to.id)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.message).toBe(`${ARTICLE_STATES.length} articles moved from ${from.name} to ${to.name}.`)
      for (const { id } of [...articles, own]) expect(await categoryOf(id)).toBe(to.id)
      expect(await listedOne(from.id)).toBeUndefined()
      expect(await listedOne(to.id)).toMatchObject({ count: 2, formerIds: [from.id] })
      const counts = await journal.database.db
        .selectFrom('category_counts')
        .select('articles')
        .where('category_id', '=', from.id)
        .where('articles', '>', 0)
        .execute()
      expect(counts).toEqual([])
      // Harvesters get it again, in its new set.
      const harvested = await journal.database.db
        .selectFrom('harvest_records')
        .select('category_id')
        .where(
          'article_id',
          'in',
          articles.map(({ id }) => id),
        )
        .where('deleted', '=', 0)
        .execute()
      expect(harvested).toEqual([{ category_id: to.id }])
      const [merged] = (await loadAuditEntries(journal.database, from.id)).filter(
        ({ action }) => action === 'category.merge',
      )
      expect(merged).toMatchObject({
        actor_id: admin.user.id,
        before: { name: from.name },
        after: { mergedInto: to.name, articles: ARTICLE_STATES.length },
      })
      await journal.database.db.deleteFrom('submission_drafts').execute()
    })

    test('who follows the category by email follows the other one, and again the first when it is undone', async () => {
      const [from, to] = await two()
      const follow = (email: string, { id }: { id: string }) =>
        aFollower(journal.database, email, { scope: 'category', id })
      await follow('one@readers.test', from)
      await follow('both@readers.test', from)
      await follow('both@readers.test', to)
      const followers = async ({ id }: { id: string }) =>
        (await journal.database.db.selectFrom('follows').select('email').where('category_id', '=', id).execute())
          .map(({ email }) => email)
          .toSorted()
      await merge(from.id, to.id)
      expect(await followers(to)).toEqual(['both@readers.test', 'one@readers.test'])
      await undo(from.id)
      expect([await followers(from), await followers(to)]).toEqual([
        ['both@readers.test', 'one@readers.test'],
        ['both@readers.test'],
      ])
    })

    test('a chain of merges leads straight to its end, and undoing goes back one step at a time', async () => {
      const [a, b] = await two()
      const c = await aCategory(journal.database)
      const inA = await article(a)
      const inB = await article(b)
      await merge(a.id, b.id)
      await merge(b.id, c.id)
      expect(await redirects()).toMatchObject({
        [`/category/${a.id}`]: `/category/${c.id}`,
        [`/category/${b.id}`]: `/category/${c.id}`,
      })
      expect((await listedOne(c.id))!.formerIds.toSorted()).toEqual([a.id, b.id].toSorted())
      expect((await journal.get('/categories/merges', { as: admin })).body).toEqual([
        { id: b.id, name: b.name, into: { id: c.id, name: c.name }, until: expect.any(String) },
      ])

      const early = await undo(a.id)
      expect(early.status).toBe(409)
      expect(early.body.message).toBe(`"${b.name}" has been merged since. Undo that merge first.`)
      expect((await undo(b.id)).body.message).toBe(`${b.name} is back with 2 articles.`)
      expect((await redirects())[`/category/${a.id}`]).toBe(`/category/${b.id}`)
      expect((await redirects())[`/category/${b.id}`]).toBeUndefined()
      expect((await undo(a.id)).body.message).toBe(`${a.name} is back with 1 article.`)
      expect(await redirects()).not.toHaveProperty([`/category/${a.id}`])
      expect([await categoryOf(inA.id), await categoryOf(inB.id)]).toEqual([a.id, b.id])
      expect((await listedOne(a.id))!.formerIds).toEqual([])
    })

    test('the second time, and undone twice, nothing changes', async () => {
      const [from, to] = await two()
      await article(from)
      const first = await merge(from.id, to.id)
      const again = await merge(from.id, to.id)
      expect([again.status, again.body]).toEqual([200, first.body])
      await undo(from.id)
      const twice = await undo(from.id)
      expect([twice.status, twice.body.message]).toEqual([200, `${from.name} is back.`])
      const entries = (await loadAuditEntries(journal.database, from.id)).map(({ action }) => action)
      expect(entries.toSorted()).toEqual(['category.merge', 'category.undo-merge'])
    })

    test('neither into itself, nor into one that is not there or is merged itself; the ended one is edited no more', async () => {
      const [from, to] = await two()
      const other = await aCategory(journal.database)
      expect((await merge(from.id, from.id)).body.errors).toHaveProperty('into')
      expect((await merge(from.id, 'nowhere')).body.errors).toHaveProperty('into')
      await merge(from.id, to.id)
      expect((await merge(other.id, from.id)).status).toBe(409)
      expect((await merge(from.id, other.id)).status).toBe(409)
      // Back to where it came from would be a loop.
      expect((await merge(to.id, from.id)).status).toBe(409)
      const form = { name: 'x', slug: newId() }
      for (const answer of [
        await journal.put(`/categories/${from.id}`, form, { as: admin }),
        await journal.put(`/categories/${from.id}/place`, { place: 1 }, { as: admin }),
        await journal.send('DELETE', `/categories/${from.id}`, undefined, { as: admin }),
        await journal.get(`/categories/${from.id}/merge`, { as: admin }),
      ])
        expect(answer.status, answer.text).toBe(404)
      const removed = await journal.send('DELETE', `/categories/${to.id}`, undefined, { as: admin })
      expect(removed.status).toBe(409)
      expect(removed.body.message).toMatch(/^Old addresses lead to this category/)
    })

    test('two opposite merges at the same moment: one is made', async () => {
      for (let round = 0; round < 4; round++) {
        const [a, b] = await two()
        const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      }
      expect(journal.logged).toEqual([])
    })

    test('what was moved on since stays, and is named; what is new in the other stays there', async () => {
      const [from, to] = await two()
      const [kept, moved, own] = [await article(from), await article(from), await article(to)]
      const elsewhere = await aCategory(journal.database)
      await merge(from.id, to.id)
      await journal.database.db
        .updateTable('articles')
        .set({ category_id: elsewhere.id })
        .where('id', '=', moved.id)
        .execute()
      const answer = await undo(from.id)
      expect(answer.body.message).toMatch(
        new RegExp(`^${from.name} is back with 1 article\\. Moved elsewhere since, and left there: “`),
      )
      expect([await categoryOf(kept.id), await categoryOf(moved.id), await categoryOf(own.id)]).toEqual([
        from.id,
        elsewhere.id,
        to.id,
      ])
    })

    test('for ten minutes', async () => {
      const [from, to] = await two()
      await merge(from.id, to.id)
      await passes(9)
      expect((await journal.get('/categories/merges', { as: admin })).body).toHaveLength(1)
      await passes(11)
      expect((await journal.get('/categories/merges', { as: admin })).body).toEqual([])
      const late = await undo(from.id)
      expect([late.status, late.body.message]).toEqual([
        409,
        'This merge can no longer be undone: ten minutes have passed.',
      ])
    })

    test('the name is free again, the slug is not; a name that is taken again holds up the undoing', async () => {
      const [from, to] = await two()
      await merge(from.id, to.id)
      const slug = await journal.put(`/categories/${to.id}`, { name: to.name, slug: from.slug }, { as: admin })
      expect(slug.body.errors).toEqual({
        slug: `This slug belonged to "${from.name}", which was merged. Please choose another one.`,
      })
      const named = await journal.put(`/categories/${to.id}`, { name: from.name, slug: to.slug }, { as: admin })
      expect(named.status, named.text).toBe(200)
      const answer = await undo(from.id)
      expect([answer.status, answer.body.message]).toEqual([
        409,
        `There is another category named "${from.name}" now. Rename it first.`,
      ])
    })

    test('old addresses of pages and feeds lead to the other, with their query', async () => {
      const [from, to] = await two()
      await article(from)
      await merge(from.id, to.id)
      expect((await journal.get(`/posts/category/${from.id}/published`)).status).toBe(404)
      const feed = await journal.app.inject(`/category/${from.id}/feed.atom`)
      expect([feed.statusCode, feed.headers.location]).toEqual([301, `/category/${to.id}/feed.atom`])
      await undo(from.id)
      expect((await journal.app.inject(`/category/${from.id}/feed.atom`)).statusCode).toBe(200)
    })

    test('what an author has begun for the ended one arrives in the other, and in no closed one', async () => {
      const [from, to] = await two()
      await merge(from.id, to.id)
      const { body, headers } = aMultipart({ name: 'paper.docx', content: aDocx() })
      const { url } = (await journal.send('POST', '/files/upload', body, { as: author, headers })).body
      const submission = {
        ...{
          title: 'Begun before',
          categoryId: from.id,
          excerpt: 'Early.',
          keywords: 'early',
          abstract: '<p>Early.</p>',
        },
        files: [url],
        contributors: [
          { fullName: 'A. Malik', email: 'a@plants.test', affiliation: 'Multan', role: 'Corresponding Author' },
        ],
      }
      const closing = { name: to.name, slug: to.slug, closed: true }
      expect((await journal.put(`/categories/${to.id}`, closing, { as: admin })).body).toMatchObject({ closed: true })
      const refused = await journal.post('/posts', submission, { as: author })
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        { categoryId: `${to.name} is closed to new manuscripts. Please choose another category.` },
      ])
      await journal.put(`/categories/${to.id}`, { ...closing, closed: false }, { as: admin })
      const sent = await journal.post('/posts', submission, { as: author })
      expect(sent.status, sent.text).toBe(201)
      expect(await categoryOf(sent.body.id)).toBe(to.id)
    })

    test('a correction that was opened before does not put an article back into the ended one', async () => {
      const [from, to] = await two()
      const { id } = await article(from, 'pending')
      await merge(from.id, to.id)
      const body = { categoryId: from.id, title: 'Corrected', reason: 'A slip' }
      const answer = await journal.send('PATCH', `/posts/${id}`, body, { as: admin })
      expect(answer.status, answer.text).toBeLessThan(500)
      expect(await categoryOf(id)).toBe(to.id)
    })

    test('an article that comes in at the moment of the merge is in the other', async () => {
      const [from, to] = await two()
      const { body, headers } = aMultipart({ name: 'paper.docx', content: aDocx() })
      const { url } = (await journal.send('POST', '/files/upload', body, { as: author, headers })).body
      const submission = {
        ...{ title: 'At once', categoryId: from.id, excerpt: 'At once.', keywords: 'once', abstract: '<p>Once.</p>' },
        files: [url],
        contributors: [
          { fullName: 'A. Malik', email: 'a@plants.test', affiliation: 'Multan', role: 'Corresponding Author' },
        ],
      }
      const [sent, merged] = await Promise.all([
        journal.post('/posts', submission, { as: author }),
        merge(from.id, to.id),
      ])
      expect([sent.status, merged.status]).toEqual([201, 200])
      expect(await categoryOf(sent.body.id)).toBe(to.id)
    })
  })
})

describe('the order of categories', () => {
  eachDatabase((open) => {
    test('is that of the editors; without one, those with most articles come first; new ones come last', async () => {
      const journal = await open()
      const admin = await aSignedIn(journal, { role: 'admin' })
      const names = async () => ((await journal.get('/categories')).body as { name: string }[]).map(({ name }) => name)
      const place = (id: string, to: number) => journal.put(`/categories/${id}/place`, { place: to }, { as: admin })
      const [a, b, c] = [
        await aCategory(journal.database, { name: 'A' }),
        await aCategory(journal.database, { name: 'B' }),
        await aCategory(journal.database, { name: 'C' }),
      ]
      await anArticle(journal.database, { category: c })
      expect(await names()).toEqual(['C', 'A', 'B'])
      expect((await place(b.id, 1)).body.message).toBe('B, now first of 3.')
      expect(await names()).toEqual(['B', 'C', 'A'])
      expect((await place(b.id, 99)).body.message).toBe('B, now third of 3.')
      expect(await names()).toEqual(['C', 'A', 'B'])
      await journal.post('/categories', { name: 'AA', slug: 'aa' }, { as: admin })
      expect(await names()).toEqual(['C', 'A', 'B', 'AA'])
      for (const wrong of [0, -1, 1.5, '2', null])
        expect((await journal.put(`/categories/${a.id}/place`, { place: wrong }, { as: admin })).status).toBe(400)
      // All at once: each of them is somewhere, and once.
      await Promise.all([place(a.id, 1), place(b.id, 1), place(c.id, 2), place(a.id, 4)])
      expect((await names()).toSorted()).toEqual(['A', 'AA', 'B', 'C'])
      const positions = await journal.database.db
        .selectFrom('categories')
        .select('position')
        .orderBy('position')
        .execute()
      expect(positions.map(({ position }) => position)).toEqual([1, 2, 3, 4])
      expect(journal.logged).toEqual([])
    })
  })
})
