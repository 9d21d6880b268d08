import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aFullText } from '../../../../tests/support/full-texts.ts'
import { indexed } from '../../../../tests/support/searchable.ts'

describe('the full text of an article', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    test('is deleted with it, also when it has been indexed', async () => {
      const { db } = journal.database
      const [one, other] = [await anArticle(journal.database), await anArticle(journal.database)]
      for (const article of [one, other]) await aFullText(journal.database, article, { parts: ['<p>Roots</p>'] })
      await db.deleteFrom('articles').where('id', '=', one.id).execute()
      for (const table of ['full_texts', 'full_text_parts'] as const) {
        const left = await db.selectFrom(table).select('article_id').execute()
        expect(new Set(left.map(({ article_id }) => article_id)), table).toEqual(new Set([other.id]))
      }
      expect(await indexed(journal.database)).toBeGreaterThan(0)
      expect(await db.selectFrom('search_articles').select('article_id').execute()).toEqual([{ article_id: other.id }])
    })
  })
})
