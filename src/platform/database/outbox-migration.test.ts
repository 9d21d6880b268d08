import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

describe('emails of an older database', () => {
  eachDatabase((_open, engine) => {
    test('are about the article that their data name', async () => {
      const fresh = await freshDatabase(engine)
      const database = connect(fresh.where)
      await migrate(database, '0015-image-variants')
      const nasty = { title: 'Say "articleId":"wrong" \\', articleId: 'k7m2p9qrstvw', name: 'Ro\u0000sa' }
      const emails: [kind: string, data: object][] = [
        ['article-published', nasty],
        ['submission-received', { articleId: 'abc', title: 'T', name: 'N' }],
        ['password-reset', { userId: 'rosa', name: '"articleId":"none"' }],
      ]
      for (const [number, [kind, data]] of emails.entries()) {
        await sql`insert into outbox (id, kind, recipient, data, created_at, attempts, next_try_at)
          values (${String(number)}, ${kind}, 'a@b.test', ${JSON.stringify(data)}, '', 0, '')`.execute(database.db)
      }
      await migrate(database)
      const rows = await database.db
        .selectFrom('outbox')
        .select(['article_id', 'assignment_id', 'decision_id', 'refused_at'])
        .orderBy('id')
        .execute()
      const nothingElse = { assignment_id: null, decision_id: null, refused_at: null }
      expect(rows).toEqual([
        { article_id: 'k7m2p9qrstvw', ...nothingElse },
        { article_id: 'abc', ...nothingElse },
        { article_id: null, ...nothingElse },
      ])
      await database.close()
      await fresh.remove()
    })
  })
})
