import { beforeAll, describe, expect, test } from 'vitest'
import {
  aCategory,
  aFile,
  anArticle,
  ARTICLE_STATES,
  aSignedIn,
  aUser,
  aVolume,
  type SignedIn,
} from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { keptAndRecomputed } from '../../../tests/support/kept-values.ts'
import { times } from '../../../tests/support/long.ts'
import { listAllArticles } from '../../journal/publication/articles/listing.ts'
import { countPublic, listPublicArticles } from '../../journal/publication/articles/queries.ts'
import { newId } from '../ids.ts'
import { saveHeads, renewHeads } from './article-heads.ts'

const EDITOR = { userId: 'editor', role: 'admin' as const }

describe('what is kept about articles', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    const expectKept = async (of = journal) => {
      const { kept, recomputed } = await keptAndRecomputed(of.database)
      expect(kept).toEqual(recomputed)
    }

    test('is true after every kind of change', async () => {
      const { database } = journal
      const admin: SignedIn = await aSignedIn(journal, { role: 'admin' })
      const author = await aSignedIn(journal, { fullName: 'Élodie Brûlé' })
      const [botany, ecology] = [await aCategory(database), await aCategory(database)]
      const volume = await aVolume(database)
      const ok = async (answer: ReturnType<TestJournal['get']>) => {
        const { status, text, body } = await answer
        expect([200, 201], text).toContain(status)
        await expectKept()
        return body
      }
      const found = async (q: string) =>
        (await journal.get(`/posts/all?${new URLSearchParams({ q })}`, { as: admin })).body.meta.totalItems

      const file = await aFile(database, { owner: author.user })
      const person = { email: 'a@plants.test', affiliation: 'Botany', role: 'Author' }
      const { id, version } = await ok(
        journal.post(
          '/posts',
          {
            ...{ title: 'Seed <i>rain</i>', categoryId: botany.id, excerpt: 'E', keywords: 'k', abstract: '<p>A</p>' },
            ...{ files: [`/files/${file.id}/${file.name}`], contributors: [{ ...person, fullName: 'Ayesha Malik' }] },
          },
          { as: author },
        ),
      )
      expect([await found('rain elodie malik'), await found('ferns')]).toEqual([1, 0])

      const after = await ok(
        journal.put(
          `/posts/${id}`,
          { version, reason: 'A slip.', title: 'Ferns', categoryId: ecology.id, volumeId: volume.id },
          { as: admin },
        ),
      )
      expect([await found('rain'), await found('ferns')]).toEqual([0, 1])
      expect(after.category.id).toBe(ecology.id)
      const added = await ok(
        journal.post(`/posts/${id}/contributors`, { ...person, fullName: 'Bruno Kovář' }, { as: admin }),
      )
      expect(await found('kovar')).toBe(1)
      const [first, second] = added.contributors as { contributorId: string }[]
      await ok(
        journal.put(
          `/posts/${id}/contributors/${second!.contributorId}`,
          { ...person, fullName: 'Zoe Zea', role: 'Corresponding Author' },
          { as: admin },
        ),
      )
      await ok(journal.send('DELETE', `/posts/${id}/contributors/${first!.contributorId}`, undefined, { as: admin }))
      expect([await found('kovar'), await found('malik'), await found('zea')]).toEqual([0, 0, 1])
      const { fullName: _, ...profile } = (await journal.get('/users/me', { as: author })).body
      const { email, username, phoneNumber, location, bio } = profile
      await ok(
        journal.put(
          `/users/${author.user.id}`,
          { email, username, phoneNumber, location, bio, fullName: 'Nora New' },
          { as: author },
        ),
      )
      expect([await found('elodie'), await found('nora')]).toEqual([0, 1])
      for (const archive of [true, false]) await ok(journal.put(`/posts/${id}/archive`, { archive }, { as: admin }))
      await ok(journal.send('DELETE', `/posts/delete/${id}`, undefined, { as: admin }))
      expect(await found('nora')).toBe(0)
    })

    test('is true after hundreds of changes at once, and every page is the one of a plain listing', async () => {
      const ground = await open()
      const { database } = ground
      const { db } = database
      const nobody = { submitter: null, contributors: [], manuscripts: [] }
      const [categories, volumes] = [
        [await aCategory(database), await aCategory(database)],
        [await aVolume(database), await aVolume(database), null],
      ]
      const ids: string[] = []
      for (let at = 0; at < 30; at++) {
        // Many have the same date and pages.
        const options = { published_at: `2026-01-0${1 + (at % 3)}T00:00:00.000Z`, page_num: at % 4 ? '7' : null }
        const made = await anArticle(database, { ...nobody, ...options, category: categories[0]!, volume: volumes[0]! })
        ids.push(made.id)
      }
      const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!
      const stamps = [null, '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']
      const change = async () => {
        const id = pick(ids)
        const kind = Math.random()
        await database.transaction(async (tx) => {
          if (kind < 0.1) {
            const row = await tx.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
            if (!row) return
            const { page_order: _, ...copy } = row as typeof row & { page_order: number }
            const fresh = newId()
            await tx
              .insertInto('articles')
              .values({ ...copy, id: fresh, slug: fresh })
              .execute()
            ids.push(fresh)
            await saveHeads(tx, [fresh])
          } else if (kind < 0.15) {
            await tx.deleteFrom('articles').where('id', '=', id).execute()
          } else {
            const several = kind < 0.3 ? [id, pick(ids), pick(ids)].sort() : [id]
            await tx
              .updateTable('articles')
              .set({
                ...{
                  published_at: pick(stamps),
                  approved_at: pick(stamps),
                  archived_at: pick([null, null, stamps[1]!]),
                },
                ...{ category_id: pick(categories).id, volume_id: pick(volumes)?.id ?? null },
              })
              .where('id', 'in', several)
              .execute()
            await saveHeads(tx, several)
          }
          // A change that is taken back counts nothing.
          if (Math.random() < 0.1) throw new Error('taken back')
        })
      }
      const workers = Array.from({ length: 4 }, async () => {
        for (let at = 0; at < times(50, 1000); at++) {
          await change().catch((error: unknown) => {
            // Several articles changed in one statement may wait for each other.
            if (!/taken back|deadlock/.test(String(error))) throw error
          })
        }
      })
      await Promise.all(workers)
      await expectKept(ground)

      const publicIds = async (filter: object) => {
        let query = db.selectFrom('public_articles').select('id')
        if ('volumeId' in filter) {
          query = query.where('volume_id', '=', filter.volumeId as string).orderBy('page_order')
        } else if ('categoryId' in filter) query = query.where('category_id', '=', filter.categoryId as string)
        const rows = await query.orderBy('published_at', 'desc').orderBy('id', 'desc').execute()
        return rows.map(({ id }) => id)
      }
      for (const filter of [{}, { categoryId: categories[1]!.id }, { volumeId: volumes[0]!.id }]) {
        const expected = await publicIds(filter)
        expect(await countPublic(db, filter)).toBe(expected.length)
        for (let page = 1; page <= Math.ceil(expected.length / 4) + 1; page++) {
          const { data, meta } = await listPublicArticles(db, filter, { page, limit: 4 })
          expect(data.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 4, page * 4))
          expect(meta.totalItems).toBe(expected.length)
        }
      }
      const all = await db
        .selectFrom('articles')
        .select(['id', 'created_at'])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      for (const sort of ['newest', 'oldest'] as const) {
        const expected = sort === 'oldest' ? all : all.toReversed()
        for (let page = 1; page <= Math.ceil(all.length / 7); page++) {
          const { data } = await listAllArticles(db, EDITOR, { sort }, { page, limit: 7 })
          expect(data.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 7, page * 7).map(({ id }) => id))
        }
      }
    })

    test('of articles of an earlier version is made when the program starts, and once', async () => {
      const { database } = await open()
      const title = 'An <i>Acacia</i> of old'
      const states = await Promise.all(ARTICLE_STATES.map((state) => anArticle(database, { state, title })))
      await database.db
        .updateTable('article_heads')
        .set({ words: '', title_order: '', author_order: '', analyser: 0 })
        .execute()
      const search = () => listAllArticles(database.db, EDITOR, { q: 'acacia' }, { page: 1, limit: 10 })
      expect((await search()).data).toEqual([])
      expect(await renewHeads(database)).toBe(states.length)
      expect((await search()).data).toHaveLength(states.length)
      expect(await renewHeads(database)).toBe(0)
      const { kept, recomputed } = await keptAndRecomputed(database)
      expect(kept).toEqual(recomputed)
    })

    test('a search that a thousand articles match lists those added last, and says so', async () => {
      const { database } = await open()
      const user = await aUser(database)
      const row = await anArticle(database, {
        title: 'Everywhere',
        state: 'pending',
        submitter: user,
        contributors: [],
      })
      const category = await aCategory(database)
      await database.transaction(async (tx) => {
        const copies = Array.from({ length: 1000 }, (_, at) => {
          const id = newId()
          const place = at < 10 ? { category_id: category.id } : {}
          return { ...row, ...place, id, slug: id, created_at: new Date(Date.UTC(2020, 0, 1) + at).toISOString() }
        })
        for (let from = 0; from < 1000; from += 200) {
          await tx
            .insertInto('articles')
            .values(copies.slice(from, from + 200))
            .execute()
        }
      })
      await renewHeads(database)
      const search = (more: object, page = 1) =>
        listAllArticles(database.db, EDITOR, { q: 'every', ...more }, { page, limit: 10 })
      const { data, counts, meta, limited } = await search({}, 100)
      expect([data.length, counts, meta.totalItems, limited]).toEqual([
        10,
        { pending: 1000, published: 0, archived: 0, rejected: 0 },
        1000,
        true,
      ])
      // The one that was added first is left out although its date is the newest.
      expect((await search({})).data.map(({ id }) => id)).not.toContain(row.id)
      expect(await search({ status: 'archived' })).toMatchObject({ data: [], limited: true })
      // The others do not push out those of a category.
      expect(await search({ categoryId: category.id })).toMatchObject({ meta: { totalItems: 10 }, limited: false })
      expect(await search({ q: 'everywhere nowhere' })).toMatchObject({ data: [], limited: false })
    })
  })
})
