import { describe, expect, test } from 'vitest'
import { ARTICLE_STATUSES } from '../../contract/domain/article-listing.ts'
import { articleStatus } from '../../contract/domain/article-status.ts'
import { anArticle } from '../../../tests/builders.ts'
import { eachDatabase } from '../../../tests/databases.ts'
import { displayedStatus } from './status-sql.ts'
import { flagsOf } from './transitions.ts'

describe('the status that the database reads', () => {
  eachDatabase((open) => {
    test('is the one of the contract, for every combination of flags', async () => {
      const { database } = await open()
      const timestamps = [null, '2026-02-01T08:00:00.000Z']
      for (const published_at of timestamps) {
        for (const approved_at of timestamps) {
          for (const archived_at of timestamps) await anArticle(database, { published_at, approved_at, archived_at })
        }
      }
      const rows = await database.db.selectFrom('articles').selectAll().select(displayedStatus.as('status')).execute()
      expect(rows).toHaveLength(8)
      for (const row of rows) expect(row.status, JSON.stringify(flagsOf(row))).toBe(articleStatus(flagsOf(row)))
      expect(new Set(rows.map((row) => row.status))).toEqual(new Set(ARTICLE_STATUSES))
    })
  })
})
