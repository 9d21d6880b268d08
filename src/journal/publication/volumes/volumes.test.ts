import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle, ARTICLE_STATES, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { newId } from '../../../platform/ids.ts'

describe('volumes, by administrators', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const bare = { submitter: null, contributors: [], manuscripts: [] }
    const create = (body: unknown) => journal.post('/volumes', body, { as: admin })
    const remove = (id: string) => journal.send('DELETE', `/volumes/${id}`, undefined, { as: admin })
    const archived = async (id: string) =>
      (await journal.get('/volumes/with-counts')).body.find((volume: { id: string }) => volume.id === id)
    const inList = async (id: string) =>
      (await journal.get('/volumes', { as: author })).body.data.find((volume: { id: string }) => volume.id === id)

    test('are created, changed and deleted, and the archives show it at once', async () => {
      await journal.get('/volumes/with-counts')
      const made = await create({ title: '  Volume Alpha ' })
      expect(made.status, made.text).toBe(201)
      const { id } = made.body
      const time = expect.any(String)
      expect(made.body).toEqual({ id, title: 'Volume Alpha', createdAt: time, updatedAt: time })
      expect(await archived(id)).toEqual({ id, title: 'Volume Alpha', postCount: 0, firstYear: null, lastYear: null })

      let earlier = made.body.updatedAt
      for (const [method, title] of [
        ['PUT', 'Volume Beta'],
        ['PATCH', 'Volume Gamma'],
      ] as const) {
        const changed = await journal.send(method, `/volumes/${id}`, { title: ` ${title}\t` }, { as: admin })
        expect(changed.status, changed.text).toBe(200)
        expect(changed.body).toEqual({ ...made.body, title, updatedAt: time })
        expect(changed.body.updatedAt >= earlier).toBe(true)
        earlier = changed.body.updatedAt
        expect(await archived(id)).toMatchObject({ title })
        expect(await inList(id)).toEqual(changed.body)
      }

      const removed = await remove(id)
      expect(removed.status, removed.text).toBe(200)
      expect(removed.body).toEqual({ message: 'Volume deleted successfully' })
      expect(await archived(id)).toBeUndefined()
      expect((await remove(id)).status).toBe(404)

      const entries = await journal.database.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('subject', '=', id)
        .execute()
      const changes = entries.map(({ action, before, after }) => [action, before, after].join(' ')).sort()
      expect(changes).toEqual([
        'volume.create  {"title":"Volume Alpha"}',
        'volume.delete {"title":"Volume Gamma"} ',
        'volume.update {"title":"Volume Alpha"} {"title":"Volume Beta"}',
        'volume.update {"title":"Volume Beta"} {"title":"Volume Gamma"}',
      ])
      expect(new Set(entries.map((entry) => entry.actor_id))).toEqual(new Set([admin.user.id]))
    })

    test.each([
      [{ title: '' }, { title: 'Title is required' }],
      [{ title: ' \n ' }, { title: 'Title is required' }],
      [{}, { title: 'Title is required' }],
      [{ title: ' V ' }, { title: 'Title must be at least 2 characters long' }],
      [{ title: 'V'.repeat(121) }, { title: 'Please use at most 120 characters' }],
      [{ title: 'Volume', number: 1 }, { number: 'Unknown field "number"' }],
    ])('%o is refused', async (body, errors) => {
      const volume = await aVolume(journal.database)
      const calls = [await create(body)]
      for (const method of ['PUT', 'PATCH']) {
        calls.push(await journal.send(method, `/volumes/${volume.id}`, body, { as: admin }))
      }
      for (const answer of calls) {
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual(errors)
      }
    })

    test('two never share a title, in any letter case', async () => {
      const volume = await aVolume(journal.database, { title: 'Été 2024' })
      const other = await aVolume(journal.database)
      const message = 'A volume with this title already exists'
      for (const answer of [
        await create({ title: 'ÉTÉ 2024' }),
        await journal.put(`/volumes/${other.id}`, { title: 'été 2024' }, { as: admin }),
      ]) {
        expect(answer.status).toBe(409)
        expect(answer.body).toMatchObject({ message, errors: { title: message } })
      }
      expect((await journal.put(`/volumes/${volume.id}`, { title: 'ÉTÉ 2024' }, { as: admin })).status).toBe(200)
    })

    test('of several at the same moment one is made', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => create({ title: n % 2 ? 'Racing volume' : 'RACING VOLUME' })),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
      for (const { body } of answers.filter((answer) => answer.status === 409)) {
        expect(body.errors).toEqual({ title: 'A volume with this title already exists' })
      }
      expect(journal.logged).toEqual([])
    })

    test('in use they stay, whatever the state of their articles', async () => {
      for (const state of ARTICLE_STATES) {
        const volume = await aVolume(journal.database)
        await anArticle(journal.database, { ...bare, state, volume })
        const answer = await remove(volume.id)
        expect(answer.status, state).toBe(409)
        const hidden = state === 'public' ? '' : ' (1 not public)'
        expect(answer.body.message).toBe(`1 article is in this volume${hidden}. Move it first.`)
        expect(await archived(volume.id)).toBeDefined()
      }
      const volume = await aVolume(journal.database)
      for (const state of ['public', 'archived'] as const) await anArticle(journal.database, { ...bare, state, volume })
      expect((await remove(volume.id)).body.message).toBe(
        '2 articles are in this volume (1 not public). Move them first.',
      )
    })

    test('an article that is put into a volume while it goes is never orphaned', async () => {
      const template = await anArticle(journal.database, bare)
      const { id } = await aVolume(journal.database)
      let removed: ReturnType<typeof remove> | undefined
      await journal.database.transaction(async (tx) => {
        await tx
          .insertInto('articles')
          .values({ ...template, id: newId(), slug: 'arriving', volume_id: id })
          .execute()
        // The deletion's count does not see the uncommitted article.
        removed = remove(id)
        await new Promise((resolve) => setTimeout(resolve, 100))
      })
      const answer = await removed!
      expect(answer.status, answer.text).toBe(409)
      expect(answer.body.message).toBe('1 article is in this volume. Move it first.')
      expect(await archived(id)).toMatchObject({ postCount: 1 })
      expect(journal.logged).toEqual([])
    })

    test('are no business of visitors and authors', async () => {
      const { id } = await aVolume(journal.database)
      for (const [as, status] of [
        [undefined, 401],
        [author, 403],
      ] as const) {
        expect((await journal.post('/volumes', { title: 'Mine' }, { as })).status).toBe(status)
        expect((await journal.put(`/volumes/${id}`, { title: 'Mine' }, { as })).status).toBe(status)
        expect((await journal.send('PATCH', `/volumes/${id}`, { title: 'Mine' }, { as })).status).toBe(status)
        expect((await journal.send('DELETE', `/volumes/${id}`, undefined, { as })).status).toBe(status)
      }
    })

    test.each(['222222222222', 'no id'])('%o is not there', async (id) => {
      const path = `/volumes/${encodeURIComponent(id)}`
      for (const answer of [
        await journal.put(path, { title: 'Nowhere' }, { as: admin }),
        await journal.send('DELETE', path, undefined, { as: admin }),
      ]) {
        expect(answer.status).toBe(404)
        expect(answer.body.message).toBe('Volume not found')
      }
    })
  })
})
