import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../../tests/builders.ts'
import { eachDatabase } from '../../../../tests/databases.ts'
import { formatNewCitations } from './rounds.ts'

describe('the references to new articles', () => {
  eachDatabase((open) => {
    test('are formatted once, those to public articles alone, and one that fails holds up no other', async () => {
      const { database, resources } = await open()
      const [one, two] = [await anArticle(database), await anArticle(database)]
      await anArticle(database, { state: 'pending' })
      const { citationFormatter } = resources
      const failing = {
        ...resources,
        citationFormatter: {
          format: async (...item: Parameters<typeof citationFormatter.format>) =>
            String(item[0].title).includes('unreadable') ? null : citationFormatter.format(...item),
        } as typeof citationFormatter,
      }
      const bad = await anArticle(database, { title: 'An unreadable one' })
      const failed = new Set<string>()
      expect(await formatNewCitations(failing, { failed })).toBe(2)
      expect([...failed]).toEqual([bad.id])
      const rows = await database.db.selectFrom('article_citations').select('article_id').execute()
      expect(rows.map(({ article_id }) => article_id).sort()).toEqual([one.id, two.id].sort())
      expect(await formatNewCitations(failing, { failed })).toBe(0)
      expect(await formatNewCitations(resources)).toBe(1)
    })

    test('end between two articles when the journal stops', async () => {
      const { database, resources } = await open()
      for (let number = 0; number < 3; number++) await anArticle(database)
      let asked = 0
      expect(await formatNewCitations(resources, { stopped: () => ++asked > 1 })).toBe(1)
    })
  })
})
