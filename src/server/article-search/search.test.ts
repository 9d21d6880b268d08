import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/databases.ts'
import { indexDue } from './index-due.ts'

describe('search', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
      await anArticle(journal.database, { title: 'Nodules of <i>Phaseolus vulgaris</i>' })
      await anArticle(journal.database)
      await anArticle(journal.database, { state: 'pending', title: 'Phaseolus drafts' })
      expect(
        await indexDue(journal.database, {
          failed: (error) => {
            throw error
          },
        }),
      ).toBe(2)
    })
    const search = async (query: Record<string, string>) => {
      const answer = await journal.get(`/search?${new URLSearchParams(query)}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    test('finds', async () => {
      const answer = await search({ q: 'phaseolus nodule' })
      expect(answer.meta.totalItems).toBe(1)
      expect(answer.data[0].title).toBe('<mark>Nodules</mark> of <i><mark>Phaseolus</mark> vulgaris</i>')
      expect((await search({})).meta.totalItems).toBe(2)
    })
  })
})
