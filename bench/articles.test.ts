import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase, type TestJournal } from '../tests/support/databases.ts'
import { publicArticles, RARE_ARTICLES, RARE_WORD, rowsOf, AUTHORS_ARTICLES, type Plan } from './articles.ts'
import { fill } from './archive.ts'

const PLAN: Plan = { articles: 50, pdf: { bytes: 7, sha256: 'none' }, passwordHash: 'none' }

test('the same plan gives the same rows, another seed others', () => {
  const all = (plan: Plan) => JSON.stringify([...rowsOf(plan)])
  expect(all(PLAN)).toBe(all(PLAN))
  expect(all({ ...PLAN, seed: 2 })).not.toBe(all(PLAN))
})

describe('an archive', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
      await fill(journal.database, PLAN)
    })

    test('is counted by the journal as it was planned', async () => {
      const { db } = journal.database
      const published = (await journal.get('/posts/published')).body
      expect(published.meta.totalItems).toBe(publicArticles(PLAN.articles))
      const categories = (await journal.get('/categories')).body as { count: number }[]
      expect(categories.reduce((sum, { count }) => sum + count, 0)).toBe(publicArticles(PLAN.articles))
      const rare = await db.selectFrom('articles').select('id').where('title', 'like', `%${RARE_WORD}%`).execute()
      expect(rare).toHaveLength(RARE_ARTICLES)
      const author = await db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'author_0')
        .executeTakeFirstOrThrow()
      const hers = await db.selectFrom('articles').select('id').where('submitter_id', '=', author.id).execute()
      expect(hers).toHaveLength(AUTHORS_ARTICLES)
    })

    test('is answered by every public list, with its people and their affiliations', async () => {
      const [category] = (await journal.get('/categories')).body
      const volumes = (await journal.get('/volumes/with-counts')).body as { id: string; postCount: number }[]
      const volume = volumes.find(({ postCount }) => postCount > 0)!
      for (const path of [
        '/posts/published',
        `/posts/category/${category.id}/published`,
        `/posts/volume/${volume.id}`,
      ]) {
        const { status, body } = await journal.get(path)
        expect(status).toBe(200)
        for (const { contributors } of body.data) {
          expect(contributors.length).toBeGreaterThan(1)
          expect(contributors[0].contributor.affiliation).toContain('University of')
        }
      }
    })
  })
})
