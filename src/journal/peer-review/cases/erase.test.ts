import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, aReviewer, aSignedIn, aUser, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, agreed, asCaller, decided, invited, reported } from '../../../../tests/support/review-builders.ts'
import { sweepFiles } from '../../publication/files/sweep.ts'
import { newId, now } from '../../../platform/ids.ts'
import { makeReviewLink } from './links.ts'

describe('a reviewer who is erased', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    /** Every table as text, by name. */
    async function allTables(): Promise<[string, string][]> {
      const { db } = journal.database
      const { rows } =
        engine === 'sqlite'
          ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
          : await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
      return Promise.all(
        // This index cannot be read as a table: its words are those of `search_words`.
        rows
          .filter(({ name }) => name !== 'search_spellings')
          .map(async ({ name }): Promise<[string, string]> => [
            name,
            JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows),
          ]),
      )
    }
    const counts = async (articleId: string) => {
      const { db } = journal.database
      const states = await db
        .selectFrom('review_assignments')
        .select(['state'])
        .where('article_id', '=', articleId)
        .execute()
      const reports = await db.selectFrom('review_reports').select('to_authors').execute()
      return { states: states.map(({ state }) => state).toSorted(), reports: reports.length }
    }

    test('is in no table any more, and what counts reviews stays as it was', async () => {
      const editor = asCaller(admin)
      const article = await aCase(journal.database, { submitter: await aUser(journal.database) })
      const vanished = await aReviewer(journal.database, {
        fullName: 'Erasmus Vanished',
        emails: ['erasmus.vanished@gone.test'],
      })
      const [one] = await invited(journal.database, editor, article.id, { reviewers: [vanished] })
      await agreed(journal.database, one!.id)
      await journal.database.transaction((tx) =>
        makeReviewLink(tx, 'http://journal.test', { assignmentId: one!.id, email: vanished.email }),
      )
      // One that could not be cleaned, and one whose cleaned copy still says in its text who wrote it.
      for (const cleaned of [null, await aFile(journal.database, { name: 'By Vanished.docx', owner: null })]) {
        const file = await aFile(journal.database, { name: 'Vanished.docx', owner: null })
        await journal.database.db
          .insertInto('review_files')
          .values({
            ...{ id: newId(), assignment_id: one!.id, report_id: null, file_id: file.id },
            ...{ cleaned_file_id: cleaned?.id ?? null, held_back: 'Signed by Vanished.', created_at: now() },
          })
          .execute()
      }
      await reported(journal.database, one!.id)
      await decided(journal.database, editor, article.id, 'minor')
      const before = await counts(article.id)

      const erased = await journal.post(`/reviewers/${vanished.id}/erase`, {}, { as: admin })
      expect(erased.status, erased.text).toBe(200)
      // The files belong to nothing any more: the sweeper removes them a day after they came.
      await journal.database.db.updateTable('files').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute()
      expect(await sweepFiles(journal.resources)).toBeGreaterThanOrEqual(3)
      for (const [table, rows] of await allTables()) expect(rows, table).not.toMatch(/vanished/i)
      expect(await counts(article.id)).toEqual(before)
    })

    test('gets no email of what becomes of the manuscript', async () => {
      const article = await aCase(journal.database)
      const [gone, other] = await invited(journal.database, asCaller(admin), article.id, { count: 2 })
      for (const { id } of [gone!, other!]) {
        await agreed(journal.database, id)
        await reported(journal.database, id)
      }
      await journal.post(`/reviewers/${gone!.reviewer_id}/erase`, {}, { as: admin })
      const withdrawn = await journal.post(`/cases/${article.id}/withdrawal`, { reason: 'They asked.' }, { as: admin })
      expect(withdrawn.status, withdrawn.text).toBe(200)
      const told = await journal.database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('kind', '=', 'reviewer-withdrawn')
        .where('article_id', '=', article.id)
        .execute()
      expect(told).toEqual([{ recipient: other!.email }])
    })

    test('is replaced by the next on standby where work was open', async () => {
      const article = await aCase(journal.database)
      const [gone, , standby] = await invited(journal.database, asCaller(admin), article.id, { count: 2, standby: 1 })
      await agreed(journal.database, gone!.id)
      await journal.post(`/reviewers/${gone!.reviewer_id}/erase`, {}, { as: admin })
      const rows = await journal.database.db
        .selectFrom('review_assignments')
        .select(['id', 'state', 'close_reason', 'email'])
        .where('article_id', '=', article.id)
        .execute()
      expect(rows.find(({ id }) => id === gone!.id)).toMatchObject({
        state: 'cancelled',
        close_reason: 'erased',
        email: '',
      })
      expect(rows.find(({ id }) => id === standby!.id)!.state).toBe('invited')
      const outbox = await journal.database.db
        .selectFrom('outbox')
        .select('kind')
        .where('assignment_id', '=', gone!.id)
        .execute()
      expect(outbox).toEqual([])
    })
  })
})
