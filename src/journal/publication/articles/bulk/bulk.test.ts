import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../../tests/support/audit-entries.ts'
import {
  aCategory,
  aFile,
  anArticle,
  aSignedIn,
  aUser,
  aVolume,
  type SignedIn,
  someArticles,
} from '../../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../../tests/support/databases.ts'
import { aFollower } from '../../../../../tests/support/following-builders.ts'
import { aCase } from '../../../../../tests/support/review-builders.ts'
import {
  BULK_CHANGED,
  BULK_HELD,
  BULK_MANY,
  BULK_NONE,
  BULK_OTHER,
  BULK_OVER,
  BULK_STOPPED,
  BULK_TARGET,
  BULK_UNDONE,
  bulkCounts,
} from '../../../../contract/api/bulk-articles.ts'
import { MATCHES_MAX } from '../../../../contract/rules/articles/article-policy.ts'
import { HELD_NOT_ARCHIVED } from '../../../../contract/api/issues.ts'
import { undoUntil } from '../../../../contract/rules/site/undo.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import type { Database } from '../../../../platform/database/connect.ts'
import { DomainError } from '../../../../platform/errors.ts'
import { newId, now } from '../../../../platform/ids.ts'
import { mergeCategory } from '../../categories/merge.ts'
import { articleEmails } from '../emails.ts'
import { idsThatMatch } from '../listing.ts'
import { changeMany } from './change.ts'
import { undoMany } from './undo.ts'

describe('many articles together', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    /** Another editor. */
    let other: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      other = await aSignedIn(journal, { role: 'admin' })
    })

    const db = () => journal.database.db
    const change = (body: object, as = admin) => journal.post('/posts/bulk', body, { as })
    const undo = (id: string, as = admin) => journal.post(`/posts/bulk/${id}/undo`, {}, { as })
    const last = async (as = admin) => (await journal.get('/posts/bulk', { as })).body as unknown as object[]
    const row = (id: string) => db().selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const state = async (id: string) => {
      const { category_id, volume_id, published_at, approved_at, archived_at } = await row(id)
      return { category_id, volume_id, published_at, approved_at, archived_at }
    }
    const waiting = (ids: string[]) =>
      db().selectFrom('outbox').select(['kind', 'next_try_at']).where('article_id', 'in', ids).orderBy('kind').execute()
    const deposits = (id: string) => db().selectFrom('deposits').select('reason').where('article_id', '=', id).execute()
    const versions = (id: string) =>
      db()
        .selectFrom('article_versions')
        .select(['number', 'reason'])
        .where('article_id', '=', id)
        .orderBy('number')
        .execute()
    const correct = async (id: string, changed: object) => {
      const answer = await journal.put(
        `/posts/${id}`,
        { version: (await row(id)).version, reason: 'A word was missing.', ...changed },
        { as: admin },
      )
      expect(answer.status, answer.text).toBe(200)
    }
    const hold = async (articleId: string, volumeId: string) => {
      const pdf = await aFile(journal.database, { owner: admin.user })
      const held = { article_id: articleId, volume_id: volumeId, pdf_file_id: pdf.id, issue: '', page_num: '' }
      const { version } = await row(articleId)
      await db()
        .insertInto('scheduled_articles')
        .values({ ...held, reviews: null, version, held_at: now() })
        .execute()
    }

    test('are moved to a category in every state, each as a correction of one is', async () => {
      const target = await aCategory(journal.database)
      const published = await anArticle(journal.database, { doi: '10.5555/bulk.1', title: 'Roots <i>of</i> salt' })
      await aFollower(journal.database, 'bulk@follower.test', published.id)
      const pending = await anArticle(journal.database, { state: 'pending' })
      const archived = await anArticle(journal.database, { state: 'archived' })
      const ids = [published.id, pending.id, archived.id]
      const before = await journal.database.readSiteVersion()
      const answer = await change({ kind: 'category', targetId: target.id, ids })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ message: `3 articles moved to ${target.name}.`, left: [], more: 0 })
      for (const id of ids) expect((await row(id)).category_id).toBe(target.id)
      expect(await journal.database.readSiteVersion()).toBeGreaterThan(before)
      expect((await versions(published.id)).at(-1)).toEqual({ number: 2, reason: `Moved to ${target.name}.` })
      expect(await versions(pending.id)).toEqual([])
      // Those who hear of it do so when it cannot be undone any more.
      const { at } = await db()
        .selectFrom('bulk_changes')
        .select('at')
        .where('id', '=', answer.body.change.id)
        .executeTakeFirstOrThrow()
      const emails = await waiting(ids)
      expect(emails.map(({ kind }) => kind)).toEqual(['article-corrected', 'followed-article'])
      expect(emails.every(({ next_try_at }) => next_try_at === undoUntil(at))).toBe(true)
      expect(answer.body.change.until).toBe(undoUntil(at))
      // One entry for all, and what each brings.
      const [entry] = await loadAuditEntries(journal.database, answer.body.change.id)
      expect(entry).toMatchObject({
        action: 'article.change-many',
        after: { change: 'category', to: target.name, articles: 3, articleIds: ids.toSorted() },
      })
      expect((await loadAuditEntries(journal.database, pending.id)).at(-1)).toMatchObject({ action: 'article.correct' })
      const log = (await journal.get('/activity?limit=5', { as: admin })).body.data as {
        action: string
        after: object
      }[]
      const shown = log.find(({ action }) => action === 'article.change-many')!
      expect(shown.after).toEqual({ change: 'category', to: target.name, articles: 3 })
    })

    test('sent twice change once, and the second answer says so', async () => {
      const target = await aCategory(journal.database)
      const ids = (await someArticles(journal.database, 3)).map(({ id }) => id)
      const body = { kind: 'category', targetId: target.id, ids: [...ids, ids[0]] }
      const both = await Promise.all([change(body), change(body)])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      const messages = both.map((one) => one.body.message as string).toSorted()
      expect(messages).toEqual([
        `3 articles moved to ${target.name}.`,
        'Nothing was changed. 3 articles were there already.',
      ])
      for (const id of ids) expect((await versions(id)).length).toBe(2)
    })

    test('are undone as one: emails are not sent, and all is where it was', async () => {
      const [volume, other] = [await aVolume(journal.database), await aVolume(journal.database)]
      const articles = await someArticles(journal.database, 3, { volume })
      const ids = articles.map(({ id }) => id)
      const place = { volume_id: volume.id, position: 4, heading: 'Research' }
      await db()
        .insertInto('issue_articles')
        .values({ article_id: ids[0]!, ...place })
        .execute()
      const before = await Promise.all(ids.map(state))
      const { body } = await change({ kind: 'volume', targetId: other.id, ids })
      expect((await last())[0]).toEqual(body.change)
      expect((await waiting(ids)).length).toBe(3)
      // The order of the other volume was published with it meanwhile.
      await db()
        .updateTable('issue_articles')
        .set({ volume_id: other.id, position: 0, heading: '' })
        .where('article_id', '=', ids[0]!)
        .execute()
      const undone = await undo(body.change.id)
      expect(undone.status, undone.text).toBe(200)
      expect(undone.body).toEqual({ message: 'Undone: 3 articles as before.', change: null, left: [], more: 0 })
      expect(await Promise.all(ids.map(state))).toEqual(before)
      expect(await waiting(ids)).toEqual([])
      expect(await last()).not.toContainEqual(body.change)
      const placed = await db().selectFrom('issue_articles').selectAll().where('article_id', '=', ids[0]!).execute()
      expect(placed).toEqual([{ article_id: ids[0], ...place }])
      expect((await versions(ids[0]!)).map(({ reason }) => reason)).toEqual([
        '',
        `Moved to ${other.title}.`,
        `Moved back from ${other.title}.`,
      ])
      expect((await loadAuditEntries(journal.database, body.change.id)).at(-1)).toMatchObject({
        action: 'article.undo-many',
        after: { articles: 3 },
      })
    })

    test('twice or more are undone one after the other, from the last to the first', async () => {
      const [from, one, two] = [await aCategory(journal.database), await aCategory(journal.database), await aCategory(journal.database)] // prettier-ignore
      const ids = (await someArticles(journal.database, 2, { category: from })).map(({ id }) => id)
      const before = await Promise.all(ids.map(state))
      const first = await change({ kind: 'category', targetId: one.id, ids })
      const second = await change({ kind: 'category', targetId: two.id, ids: [ids[0]] })
      const third = await change({ kind: 'archive', ids })
      for (const [{ body }, articles] of [
        [third, 2],
        [second, 1],
        [first, 2],
      ] as const)
        // prettier-ignore
        expect((await undo(body.change.id)).body).toMatchObject({
          message: `Undone: ${counted(articles, 'article')} as before.`,
          left: [],
        })
      expect(await Promise.all(ids.map(state))).toEqual(before)
    })

    test('are undone if one had a place in a volume that is gone since', async () => {
      const [volume, target, gone] = [await aVolume(journal.database), await aVolume(journal.database), await aVolume(journal.database)] // prettier-ignore
      const { id } = await anArticle(journal.database, { volume })
      const place = { volume_id: gone.id, position: 0, heading: '' }
      await db()
        .insertInto('issue_articles')
        .values({ article_id: id, ...place })
        .execute()
      const { body } = await change({ kind: 'volume', targetId: target.id, ids: [id] })
      await db().deleteFrom('issue_articles').where('article_id', '=', id).execute()
      await db().deleteFrom('volumes').where('id', '=', gone.id).execute()
      const undone = await undo(body.change.id)
      expect([undone.status, undone.body.message]).toEqual([200, 'Undone: 1 article as before.'])
      expect((await row(id)).volume_id).toBe(volume.id)
    })

    test('that were changed since stay, and are named; the rest goes back', async () => {
      const [from, target, third] = [await aCategory(journal.database), await aCategory(journal.database), await aCategory(journal.database)] // prettier-ignore
      const articles = await someArticles(journal.database, 5, { category: from })
      const [edited, moved, gone, archived, back] = articles.map(({ id }) => id) as [string, string, string, string, string] // prettier-ignore
      const { body } = await change({ kind: 'category', targetId: target.id, ids: articles.map(({ id }) => id) })
      await correct(edited, { title: 'Edited since' })
      await correct(moved, { title: 'Moved since', categoryId: third.id })
      await journal.send('DELETE', `/posts/delete/${gone}`, { reason: 'Twice.' }, { as: admin })
      await journal.put(`/posts/${archived}/archive`, { archive: true }, { as: admin })
      const undone = await undo(body.change.id)
      expect(undone.body.message).toBe('Undone: 1 article as before. 1 article was deleted since.')
      const left = undone.body.left as { title: string; reason: string }[]
      expect(left.map(({ title }) => title).toSorted()).toEqual(
        ['Edited since', 'Moved since', articles[3]!.title].toSorted(),
      )
      expect(left.every(({ reason }) => reason === BULK_CHANGED)).toBe(true)
      expect((await row(back)).category_id).toBe(from.id)
      expect((await row(edited)).category_id).toBe(target.id)
      expect((await row(moved)).category_id).toBe(third.id)
    })

    test('are undone once, by who has changed them, within ten minutes', async () => {
      const target = await aCategory(journal.database)
      const { id } = await anArticle(journal.database)
      const { body } = await change({ kind: 'category', targetId: target.id, ids: [id] })
      const another = await aSignedIn(journal, { role: 'admin' })
      expect(await undo(body.change.id, another)).toMatchObject({ status: 403, body: { message: BULK_OTHER } })
      expect(await last(another)).toEqual([])
      await db()
        .updateTable('bulk_changes')
        .set({ at: new Date(Date.now() - 11 * 60_000).toISOString() })
        .where('id', '=', body.change.id)
        .execute()
      expect(await undo(body.change.id)).toMatchObject({ status: 409, body: { message: BULK_OVER } })
      expect(await last()).not.toContainEqual(expect.objectContaining({ id: body.change.id }))
      await db().updateTable('bulk_changes').set({ at: now() }).where('id', '=', body.change.id).execute()
      const both = await Promise.all([undo(body.change.id), undo(body.change.id)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)!.body.message).toBe(BULK_UNDONE)
      expect((await undo(newId())).status).toBe(404)
    })

    test('are archived and brought back, with the day of before', async () => {
      const published = await someArticles(journal.database, 2)
      const pending = await anArticle(journal.database, { state: 'pending' })
      const ids = [...published.map(({ id }) => id), pending.id]
      const before = await Promise.all(ids.map(state))
      const archived = await change({ kind: 'archive', ids })
      expect(archived.body.message).toBe('3 articles archived.')
      expect((await journal.get(`/posts/details/${ids[0]}`)).status).toBe(404)
      expect((await waiting(ids)).map(({ kind }) => kind)).toEqual(['article-archived', 'article-archived'])
      await undo(archived.body.change.id)
      expect(await Promise.all(ids.map(state))).toEqual(before)
      expect(await waiting(ids)).toEqual([])

      const since = '2026-02-03T04:05:06.000Z'
      await db().updateTable('articles').set({ archived_at: since }).where('id', 'in', ids).execute()
      const unarchived = await change({ kind: 'unarchive', ids })
      expect(unarchived.body.message).toBe('3 articles unarchived.')
      expect((await journal.get(`/posts/details/${ids[0]}`)).status).toBe(200)
      await undo(unarchived.body.change.id)
      for (const id of ids) expect((await row(id)).archived_at).toBe(since)
      expect(await waiting(ids)).toEqual([])
    })

    test('that are brought back one by one are not told of as archived', async () => {
      const { id } = await anArticle(journal.database)
      await change({ kind: 'archive', ids: [id] })
      const { data } = await db().selectFrom('outbox').select('data').where('article_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      const isPointless = () => articleEmails['article-archived'].isPointless!(db(), JSON.parse(data), new Date())
      expect(await isPointless()).toBe(false)
      await journal.put(`/posts/${id}/archive`, { archive: false }, { as: admin })
      expect(await isPointless()).toBe(true)
    })

    test('that are refused one by one are left and named, and the others are done', async () => {
      const issue = await aVolume(journal.database, { release: 'issue', state: 'planned' })
      const held = await anArticle(journal.database, { state: 'pending', title: 'Held <i>one</i>' })
      await hold(held.id, issue.id)
      const locked = await anArticle(journal.database, { names_locked: 1, title: 'With new names' })
      const other = await anArticle(journal.database)
      const ids = [held.id, locked.id, other.id]
      const archived = await change({ kind: 'archive', ids: [held.id, other.id] })
      expect(archived.body).toMatchObject({
        message: '1 article archived.',
        left: [{ title: 'Held one', reason: HELD_NOT_ARCHIVED }],
      })
      await undo(archived.body.change.id)
      const target = await aCategory(journal.database)
      const moved = await change({ kind: 'category', targetId: target.id, ids })
      expect(moved.body.message).toBe(`1 article moved to ${target.name}.`)
      const left = moved.body.left as { title: string; reason: string }[]
      expect(left.map(({ title }) => title).toSorted()).toEqual(['Held one', 'With new names'])
      expect(left.find(({ title }) => title === 'Held one')!.reason).toBe(BULK_HELD)
      expect(await row(locked.id)).toMatchObject({ version: locked.version, category_id: locked.category_id })
      const none = await change({ kind: 'archive', ids: [held.id] })
      expect(none.body).toMatchObject({ message: 'Nothing was changed.', change: null })
      const listed = (await journal.get('/posts/all?limit=100', { as: admin })).body
      expect(listed.held).toContainEqual({ articleId: held.id, issue: issue.title })
    })

    test('from which the editor is recused are not there for them, by id or by search', async () => {
      const category = await aCategory(journal.database)
      const own = await aCase(journal.database, { category, submitter: admin.user, title: 'A secret of mine' })
      const others = await someArticles(journal.database, 2, { category })
      const target = await aCategory(journal.database)
      const matching = { categoryId: category.id, seen: 2 }
      expect(await change({ kind: 'archive', ids: [own.id] })).toMatchObject({
        status: 409,
        body: { message: BULK_NONE },
      })
      expect(await change({ kind: 'archive', ids: [newId()] })).toMatchObject({ body: { message: BULK_NONE } })
      const all = await change({ kind: 'category', targetId: target.id, matching })
      expect(all.body).toMatchObject({ message: `2 articles moved to ${target.name}.`, left: [], more: 0 })
      expect((await row(own.id)).category_id).toBe(category.id)
      expect(all.text).not.toContain('secret')

      // Recused since: it stays, unnamed and uncounted.
      const [one] = others
      const theirs = await aCase(journal.database, { category, submitter: await aUser(journal.database) })
      const moved = await change({ kind: 'category', targetId: target.id, ids: [one!.id, theirs.id] })
      await db().updateTable('articles').set({ submitter_id: admin.user.id }).where('id', '=', theirs.id).execute()
      const undone = await undo(moved.body.change.id)
      expect(undone.body).toMatchObject({ message: 'Undone: 0 articles as before.', left: [], more: 0 })
    })

    test('all that match are found at that moment, with every filter, and only as many as the editor has seen', async () => {
      const category = await aCategory(journal.database)
      await someArticles(journal.database, 2, { category, title: 'Quinoa in brine' })
      await anArticle(journal.database, { category, title: 'Quinoa alone', state: 'pending' })
      const target = await aCategory(journal.database)
      const q = { q: 'quinoa', categoryId: category.id, status: 'published' }
      const wrong = await change({ kind: 'category', targetId: target.id, matching: { ...q, seen: 3 } })
      expect(wrong).toMatchObject({ status: 409, body: { message: bulkCounts(2) } })
      const right = await change({ kind: 'category', targetId: target.id, matching: { ...q, seen: 2 } })
      expect(right.body.message).toBe(`2 articles moved to ${target.name}.`)
      const rest = (await journal.get(`/posts/all?categoryId=${category.id}`, { as: admin })).body
      expect(rest.meta.totalItems).toBe(1)
    })

    test('go to a category that was merged by way of the one that has its articles, and to no place that is gone', async () => {
      const [merged, into] = [await aCategory(journal.database), await aCategory(journal.database)]
      await journal.database.transaction((tx) => mergeCategory(tx, admin.user.id, { id: merged.id, into: into.id }))
      const { id } = await anArticle(journal.database)
      const moved = await change({ kind: 'category', targetId: merged.id, ids: [id] })
      expect(moved.body.message).toBe(`1 article moved to ${into.name}.`)
      expect(await change({ kind: 'category', targetId: newId(), ids: [id] })).toMatchObject({
        status: 400,
        body: { errors: { targetId: BULK_TARGET.category } },
      })
      expect((await change({ kind: 'category', ids: [id] })).status).toBe(400)
      expect((await change({ kind: 'volume', targetId: newId(), ids: [id] })).status).toBe(400)
      expect((await change({ kind: 'archive' })).status).toBe(400)
      expect((await change({ kind: 'archive', ids: [id], matching: { seen: 1 } })).status).toBe(400)
    })

    test('moved by two editors at once are in one of both places, and who was second undoes to the first', async () => {
      const [one, other] = [await aCategory(journal.database), await aCategory(journal.database)]
      const another = await aSignedIn(journal, { role: 'admin' })
      const ids = (await someArticles(journal.database, 4)).map(({ id }) => id)
      const both = await Promise.all([
        change({ kind: 'category', targetId: one.id, ids }),
        change({ kind: 'category', targetId: other.id, ids: ids.toReversed() }, another),
      ])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      const at = (await row(ids[0]!)).category_id
      for (const id of ids) expect((await row(id)).category_id).toBe(at)
      const first = at === one.id ? both[1] : both[0]
      const left = await undo(first.body.change.id, at === one.id ? another : admin)
      expect(left.body).toMatchObject({ message: 'Undone: 0 articles as before.' })
      expect((left.body.left as unknown[]).length).toBe(4)
    })

    test('more than fit into one transaction are changed and undone in parts, as one', async () => {
      const [from, target] = [await aCategory(journal.database), await aCategory(journal.database)]
      const ids = (await someArticles(journal.database, 30, { category: from })).map(({ id }) => id)
      const moved = await change({ kind: 'category', targetId: target.id, matching: { categoryId: from.id, seen: 30 } })
      expect(moved.body.message).toBe(`30 articles moved to ${target.name}.`)
      expect((await loadAuditEntries(journal.database, moved.body.change.id)).length).toBe(1)
      const kept = await db().selectFrom('bulk_changes').selectAll().where('id', '=', moved.body.change.id).executeTakeFirstOrThrow() // prettier-ignore
      const before = JSON.parse(kept.before) as { articles: { id: string }[] }
      expect(before.articles.map(({ id }) => id)).toEqual(ids.toSorted())
      const undone = await undo(moved.body.change.id)
      expect(undone.body.message).toBe('Undone: 30 articles as before.')
      for (const id of ids) expect((await row(id)).category_id).toBe(from.id)
      expect(await waiting(ids)).toEqual([])
    })

    test('are changed and undone as far as it came when the process ended, and the rest when it is asked again', async () => {
      const [from, target] = [await aCategory(journal.database), await aCategory(journal.database)]
      const ids = (await someArticles(journal.database, 30, { category: from })).map(({ id }) => id).toSorted()
      const caller = { userId: admin.user.id, role: 'admin' as const, sessionId: 'test' }
      /** A database that takes one part, and no more. */
      const endsAfterOne = (): Database => {
        let parts = 0
        const transaction: Database['transaction'] = (work) =>
          parts++ === 0 ? journal.database.transaction(work) : Promise.reject(new Error('the process has ended'))
        return { ...journal.database, transaction }
      }
      const where = async (id: string) => {
        let found = 0
        for (const one of ids) if ((await row(one)).category_id === id) found++
        return found
      }
      const form = { kind: 'category' as const, targetId: target.id, ids }
      await expect(changeMany({ ...journal.resources, database: endsAfterOne() }, caller, form)).rejects.toThrow(
        'the process has ended',
      )
      expect(await where(target.id)).toBe(25)
      const [kept] = (await last()) as { id: string; message: string }[]
      expect(kept!.message).toBe(`25 articles moved to ${target.name}.`)
      const rest = await change(form)
      expect(rest.body.message).toBe(`5 articles moved to ${target.name}. 25 articles were there already.`)

      await undo(rest.body.change.id)
      expect(await where(target.id)).toBe(25)
      const again = await change(form)
      expect(again.body.message).toBe(`5 articles moved to ${target.name}. 25 articles were there already.`)
      await undo(again.body.change.id)
      expect((await undo(kept!.id)).body.message).toBe('Undone: 25 articles as before.')
      expect(await where(from.id)).toBe(30)

      const all = await change(form)
      await expect(undoMany(endsAfterOne(), caller, all.body.change.id)).rejects.toThrow('the process has ended')
      expect(await where(from.id)).toBe(25)
      expect((await undo(all.body.change.id)).body.message).toBe('Undone: 5 articles as before.')
      expect(await where(from.id)).toBe(30)
      expect(await waiting(ids)).toEqual([])
    })

    test.each([
      ['by a refusal', new DomainError('conflict', 'No more.'), 'Then this stopped it: No more.'],
      ['by a fault', new Error('the disk is full'), BULK_STOPPED],
    ])('that are stopped midway %s have one entry, and the answer tells how far it came', async (_how, error, end) => {
      const target = await aCategory(journal.database)
      const ids = (await someArticles(journal.database, 26)).map(({ id }) => id)
      const caller = { userId: admin.user.id, role: 'admin' as const, sessionId: 'test' }
      let parts = 0
      const transaction: Database['transaction'] = (work) =>
        ++parts === 2 ? Promise.reject(error) : journal.database.transaction(work)
      const resources = { ...journal.resources, database: { ...journal.database, transaction } }
      const { message, change: made } = await changeMany(resources, caller, { kind: 'category', targetId: target.id, ids }) // prettier-ignore
      expect(message).toBe(`25 articles moved to ${target.name}. ${end}`)
      const entries = await loadAuditEntries(journal.database, made!.id)
      expect(entries).toMatchObject([{ action: 'article.change-many', after: { articles: 25 } }])
    })

    test('more than the most are refused, and what the editor must not see is not counted among them', async () => {
      const category = await aCategory(journal.database)
      const own = await aCase(journal.database, { category, submitter: admin.user, title: 'Sphagnum' })
      const light = { category, title: 'Sphagnum', contributors: [], manuscripts: [], submitter: null }
      await someArticles(journal.database, MATCHES_MAX, light)
      for (const listing of [{ categoryId: category.id }, { q: 'sphagnum' }]) {
        const found = await idsThatMatch(db(), { userId: admin.user.id, role: 'admin' }, listing)
        expect(found?.length).toBe(MATCHES_MAX)
        expect(found).not.toContain(own.id)
        const another = await change({ kind: 'archive', matching: { ...listing, seen: MATCHES_MAX + 1 } }, other)
        expect(another).toMatchObject({ status: 409, body: { message: BULK_MANY } })
      }
    })

    test('are deposited again where their DOI is ours, and samples are not', async () => {
      const target = await aVolume(journal.database)
      const sample = await anArticle(journal.database, { origin: 'sample', doi: '10.5555/bulk.sample' })
      const moved = await change({ kind: 'volume', targetId: target.id, ids: [sample.id] })
      expect(moved.body.message).toBe(`1 article moved to ${target.title}.`)
      expect(await deposits(sample.id)).toEqual([])
      const out = await change({ kind: 'volume', targetId: null, ids: [sample.id] })
      expect(out.body.message).toBe('1 article taken out of its volume.')
      expect((await row(sample.id)).volume_id).toBeNull()
    })
  })
})
