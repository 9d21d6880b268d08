import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { crossrefFaults } from '../../../tests/support/crossref-schema.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../tests/support/doi-prefix.ts'
import type { DepositState } from '../../contract/rules/articles/deposits.ts'
import { enqueueDeposit } from '../../journal/publication/dois/enqueue-deposit.ts'
import { newId } from '../../platform/ids.ts'
import { IN_A_FILE } from './deposit-file.ts'
import { listDeposits } from './queries.ts'

describe('the page of deposits', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    let journal: TestJournal
    let administrator: SignedIn
    beforeAll(async () => {
      journal = await open()
      administrator = await aSignedIn(journal, { role: 'admin' })
    })
    beforeEach(() => journal.database.db.deleteFrom('deposits').execute())

    const aDeposit = async (state: DepositState = 'waiting', changes: object = {}) => {
      const article = await anArticle(journal.database, { doi: `10.5555/jpbr.${newId()}` })
      await journal.database.transaction((tx) => enqueueDeposit(tx, article, 'approval'))
      const { id } = await journal.database.db
        .updateTable('deposits')
        .set({ state, ...changes })
        .where('article_id', '=', article.id)
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, article }
    }
    const list = async (query = '') => (await journal.get(`/deposits${query}`, { as: administrator })).body

    test('lists them newest first, with what Crossref said', async () => {
      const { article } = await aDeposit('refused', {
        messages: JSON.stringify([{ status: 'Failure', message: 'Record not processed' }]),
        submission_id: '7',
      })
      await aDeposit('waiting', { last_error: 'Crossref could not be reached.' })
      const page = await list()
      expect(page).toMatchObject({ prefix: '10.5555', host: null, unregistered: 2, meta: { totalItems: 2 } })
      expect(page.data).toMatchObject([
        { state: 'waiting', lastError: 'Crossref could not be reached.', canSend: true, nextTryAt: expect.any(String) },
        {
          ...{ state: 'refused', title: article.title, doi: article.doi, submissionId: '7', nextTryAt: null },
          messages: [{ status: 'Failure', message: 'Record not processed' }],
        },
      ])
      expect((await list('?state=attention')).data).toMatchObject([{ state: 'refused' }])
      expect((await list('?state=accepted')).data).toEqual([])
      expect((await list('?page=9')).data).toEqual([])
    })

    test('costs as many queries with twenty as with one', async () => {
      await aDeposit()
      const queries = () =>
        watchQueries(journal.database, (database) => listDeposits(database.db, { page: 1, limit: 20 }))
      const one = (await queries()).length
      for (let count = 0; count < 19; count++) await aDeposit()
      expect((await queries()).length).toBe(one)
    })

    test('offers a valid file of one article, and of all that wait', async () => {
      const { article, id } = await aDeposit()
      const others = [await aDeposit('failed'), await aDeposit('refused')]
      await aDeposit('accepted')
      const file = async (query = '') => (await journal.get(`/deposits/file${query}`, { as: administrator })).body
      const one = await file(`?articleId=${article.id}`)
      expect(one).toMatchObject({ name: `crossref-${article.slug}.xml`, deposits: [id], articles: 1, left: 0 })
      expect(crossrefFaults(one.xml)).toEqual([])
      const all = await file()
      expect(all).toMatchObject({ deposits: [id, ...others.map((other) => other.id)], articles: 3, left: 0 })
      expect(crossrefFaults(all.xml)).toEqual([])
      for (const { article } of others) expect(all.xml).toContain(`<doi>${article.doi}</doi>`)

      const recorded = await journal.post('/deposits/record', { ids: all.deposits }, { as: administrator })
      expect(recorded.body).toEqual({ recorded: 3 })
      expect((await list()).data.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('accepted'))
      expect((await journal.get('/deposits/file', { as: administrator })).status).toBe(409)
      // A second time nothing is left to record.
      const again = await journal.post('/deposits/record', { ids: all.deposits }, { as: administrator })
      expect(again.body).toEqual({ recorded: 0 })
    })

    test('fills one file after the other', async () => {
      for (let count = 0; count < IN_A_FILE + 2; count++) await aDeposit()
      const { body } = await journal.get('/deposits/file', { as: administrator })
      expect(body).toMatchObject({ articles: IN_A_FILE, left: 2 })
    })

    test('offers no file of an article that is not public', async () => {
      const { id } = await anArticle(journal.database, { state: 'archived', doi: `10.5555/jpbr.${newId()}` })
      expect((await journal.get(`/deposits/file?articleId=${id}`, { as: administrator })).status).toBe(404)
    })

    test('sends all failed ones again', async () => {
      await aDeposit('failed')
      await aDeposit('refused')
      await aDeposit('accepted')
      expect((await journal.post('/deposits/failed', {}, { as: administrator })).body).toEqual({ deposits: 2 })
      const { data } = await list('?state=waiting')
      expect(data).toMatchObject([{ reason: 'editor' }, { reason: 'editor' }])
      expect((await journal.post('/deposits/failed', {}, { as: administrator })).body).toEqual({ deposits: 0 })
    })
  })
})
