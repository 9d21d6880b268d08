import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal, watchQueries } from '../../../../tests/support/databases.ts'
import { aDuty } from '../../../../tests/support/duty-builders.ts'
import { aCase, asCaller, authorsConfirmed, decided, withReports } from '../../../../tests/support/review-builders.ts'
import type { ObservedArea, ObservedCase } from '../../../contract/api/observing.ts'
import { UNDO_MINUTES } from '../../../contract/rules/peer-review/undo.ts'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { removeArticle } from '../../publication/articles/remove.ts'
import { listObserved } from './list.ts'

describe('an observer', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: SignedIn
    let observer: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin' })
      observer = await aSignedIn(journal)
      await aDuty(journal.database, observer.user, 'observer')
    })
    const viewer = () => ({ userId: observer.user.id, role: 'author' as const, duties: ['observer' as const] })
    const listed = (as = observer) => journal.get('/observing/cases?limit=100', { as })
    const lineOf = async (id: string): Promise<ObservedCase | undefined> => {
      const { number } = await journal.database.db
        .selectFrom('review_cases')
        .select('number')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      return (await listed()).body.data.find((line: ObservedCase) => line.number === number)
    }

    test('reads stages and dates, of decisions when their authors do, and no name, address or file', async () => {
      const { id } = await aCase(journal.database, { submitter: author.user })
      expect(await lineOf(id)).toMatchObject({ stage: 'screening', firstDecisionOn: null, publishedOn: null })
      const reviewers = await withReports(journal.database, asCaller(editor), id)
      await authorsConfirmed(journal.database, id)
      await decided(journal.database, asCaller(editor), id, 'accept')
      expect(await lineOf(id)).toMatchObject({ stage: 'reviewing', firstDecisionOn: null, acceptedOn: null })
      const { number } = (await lineOf(id))!
      const later = new Date(Date.now() + (UNDO_MINUTES + 1) * MINUTE_MS)
      const { data } = await listObserved(journal.database.db, viewer(), { page: 1, limit: 100 }, later)
      const line = data.find((one) => one.number === number)
      expect(line).toMatchObject({ stage: 'accepted' })
      expect(line!.acceptedOn).toBe(line!.firstDecisionOn)
      expect(Object.keys(line!).toSorted()).toEqual(
        [
          ...['acceptedOn', 'category', 'firstDecisionOn', 'number', 'publishedOn'],
          ...['receivedOn', 'stage', 'title'],
        ].toSorted(),
      )
      const { text } = await listed()
      const rows = await journal.database.db
        .selectFrom('review_assignments')
        .innerJoin('reviewers', 'reviewers.id', 'review_assignments.reviewer_id')
        .select(['reviewers.full_name', 'review_assignments.email'])
        .execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(reviewers).toBeDefined()
      for (const { full_name, email } of rows) for (const word of [full_name, email]) expect(text).not.toContain(word)
      for (const word of [author.user.email, author.user.full_name]) expect(text).not.toContain(word)
    })

    test('does not find their own manuscript, in the list or its total', async () => {
      const before = (await listed()).body.meta.totalItems
      const { id } = await aCase(journal.database, { submitter: observer.user })
      expect(await lineOf(id)).toBeUndefined()
      expect((await listed()).body.meta.totalItems).toBe(before)
    })

    test('counts no manuscript that was deleted', async () => {
      const before = (await listed()).body.meta.totalItems
      const { id } = await aCase(journal.database, { submitter: author.user })
      expect((await listed()).body.meta.totalItems).toBe(before + 1)
      await journal.database.transaction((tx) => removeArticle(tx, asCaller(editor), { id }))
      const { data, meta } = (await listed()).body
      expect([data.length, meta.totalItems]).toEqual([before, before])
    })

    test('reads of samples only while there is nothing else', async () => {
      const { id } = await aCase(journal.database, { submitter: author.user })
      const before = (await listed()).body.meta.totalItems
      await journal.database.db.updateTable('review_cases').set({ is_sample: 1 }).where('article_id', '=', id).execute()
      const { data, meta } = (await listed()).body
      expect([data.length, meta.totalItems]).toEqual([before - 1, before - 1])
    })

    test('costs as many queries for many manuscripts as for one', async () => {
      const queries = (limit: number) =>
        watchQueries(journal.database, ({ db }) => listObserved(db, viewer(), { page: 1, limit }))
      expect((await queries(100)).length).toBe((await queries(1)).length)
    })

    test('reads the settings that are in force, not a draft', async () => {
      const content = { values: { name: 'A name that nobody has published' }, texts: {} }
      await journal.put('/settings/draft', { content, revision: 0 }, { as: editor })
      const { status, body, text } = await journal.get('/observing/settings', { as: observer })
      expect(status, text).toBe(200)
      expect(body.areas.find(({ id }: ObservedArea) => id === 'review').values.length).toBeGreaterThan(3)
      expect(text).not.toContain('A name that nobody has published')
      expect((await journal.get('/settings', { as: observer })).status).toBe(403)
      expect((await listed(author)).status).toBe(403)
    })
  })
})
