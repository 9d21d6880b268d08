import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import type { Reference } from '../../../contract/rules/articles/reference.ts'
import { loadReferences, replaceReferences } from './stored-text.ts'

const aReference = (more: Partial<Reference> = {}): Reference => ({
  ...{
    kind: 'journal',
    doi: '10.1002/ptr.1839',
    pmid: '16521114',
    title: 'Effects',
    year: '2006',
    source: 'Phytother Res',
  },
  ...{ volume: '20', issue: null, firstPage: '228', lastPage: '231', publisher: null, text: 'Kotwaroo 2006' },
  authors: [{ family: 'Kotwaroo', given: 'I', suffix: '' }],
  ...more,
})

eachDatabase((open) => {
  let journal: TestJournal

  describe('the reference list of an article', () => {
    beforeAll(async () => (journal = await open()))

    test('is stored in parts, replaced as a whole, and goes with its article', async () => {
      const { database } = journal
      const { id } = await anArticle(database)
      const other = await anArticle(database)
      const store = (references: Reference[], of = id) =>
        database.transaction((tx) => replaceReferences(tx, of, references))
      expect(await loadReferences(database.db, id)).toEqual([])

      const many = Array.from({ length: 450 }, (_, index) => aReference({ text: `No. ${index}` }))
      await store(many)
      await store([aReference()], other.id)
      expect(await loadReferences(database.db, id)).toEqual(many)

      const book = aReference({ kind: 'book', doi: null, pmid: null, authors: [], title: null, publisher: 'Springer' })
      await store([book])
      expect(await loadReferences(database.db, id)).toEqual([book])
      await store([])
      expect(await loadReferences(database.db, id)).toEqual([])
      expect(await loadReferences(database.db, other.id)).toHaveLength(1)

      await database.db.deleteFrom('articles').where('id', '=', other.id).execute()
      expect(await loadReferences(database.db, other.id)).toEqual([])
    })
  })
})
