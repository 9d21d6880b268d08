import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/builders.ts'
import { eachDatabase } from '../../../../tests/support/databases.ts'
import { migratedDatabase } from '../../../../tests/support/fresh-database.ts'
import { times } from '../../../../tests/support/long.ts'
import { race, somePdfs, somePending } from '../../../../tests/support/races.ts'
import type { Caller } from '../../../platform/call.ts'
import { connect, type Database } from '../../../platform/database/connect.ts'
import { newId } from '../../../platform/ids.ts'

/** How often each race is run on each database. */
const RACES = times(25, 1000)
const AT = '2026-01-01T09:00:00.000Z'

describe('races of a correction', () => {
  eachDatabase((_open, engine) => {
    let database: Database
    let where: object
    let remove: () => Promise<void>
    let author: Caller
    let editor: Caller
    let other: Caller
    let ids: string[]
    beforeAll(async () => {
      const fresh = await migratedDatabase(engine)
      ;({ where, remove } = fresh)
      database = connect(fresh.where)
      const caller = async (role: Caller['role']): Promise<Caller> => ({
        userId: (await aUser(database, { role })).id,
        sessionId: newId(),
        role,
      })
      author = await caller('author')
      editor = await caller('admin')
      other = await caller('admin')
    })
    afterAll(async () => {
      await database.close()
      await remove()
    })
    beforeEach(async () => {
      ;({ ids } = await somePending(database, author.userId, RACES))
    })

    const publish = () =>
      database.db.updateTable('articles').set({ published_at: AT, approved_at: AT }).where('id', 'in', ids).execute()
    const rows = async () => {
      const { db } = database
      const articles = await db.selectFrom('articles').selectAll().where('id', 'in', ids).execute()
      const corrections = await db
        .selectFrom('article_corrections')
        .selectAll()
        .where('article_id', 'in', ids)
        .execute()
      return {
        articles: new Map(articles.map((row) => [row.id, row])),
        corrections: Map.groupBy(corrections, (row) => row.article_id),
      }
    }

    test('two of them: one is saved, the other refused, and nothing is mixed', { timeout: 120_000 }, async () => {
      const outcomes = await race(where, ids, [
        { verb: 'correct', caller: editor },
        { verb: 'correct', caller: other },
      ])
      const { articles, corrections } = await rows()
      for (const [at, id] of ids.entries()) {
        const both = outcomes.map((one) => one[at])
        expect([...both].sort()).toEqual(['conflict', 'done'])
        const winner = both[0] === 'done' ? editor : other
        expect(articles.get(id)).toMatchObject({ version: 2, title: winner.userId, page_num: '7' })
        expect(corrections.get(id)).toMatchObject([{ version: 2, corrected_by: winner.userId }])
      }
    })

    test('and a deletion: it comes before, or finds that the article has gone', { timeout: 120_000 }, async () => {
      await publish()
      const [corrected, deleted] = await race(where, ids, [
        { verb: 'correct', caller: editor },
        { verb: 'delete', caller: other },
      ])
      const tombstones = await database.db.selectFrom('article_tombstones').selectAll().where('id', 'in', ids).execute()
      const { articles, corrections } = await rows()
      expect(articles.size).toBe(0)
      expect(tombstones).toHaveLength(RACES)
      for (const [at, id] of ids.entries()) {
        expect(['done / done', 'gone / done']).toContain(`${corrected![at]} / ${deleted![at]}`)
        // What remains is the content that was saved last.
        const { title } = tombstones.find((row) => row.id === id)!
        expect(title === editor.userId).toBe(corrected![at] === 'done')
        expect(corrections.get(id)?.length ?? 0).toBe(corrected![at] === 'done' ? 1 : 0)
      }
    })

    test('and archiving: both stand, in whatever order', { timeout: 120_000 }, async () => {
      await publish()
      const outcomes = await race(where, ids, [
        { verb: 'correct', caller: editor },
        { verb: 'archive', caller: other },
      ])
      expect(new Set(outcomes.flat())).toEqual(new Set(['done']))
      const { articles } = await rows()
      for (const id of ids) {
        expect(articles.get(id)).toMatchObject({ version: 2, title: editor.userId, page_num: '7' })
        expect(articles.get(id)!.archived_at).not.toBeNull()
      }
    })

    test(
      'and an approval: it comes before, or is told that there is a newer version',
      { timeout: 120_000 },
      async () => {
        const [corrected, approved] = await race(where, ids, [
          { verb: 'correct', caller: editor },
          { verb: 'approve', caller: other, pdfs: await somePdfs(database, other.userId, RACES) },
        ])
        const { articles } = await rows()
        for (const [at, id] of ids.entries()) {
          expect(approved![at]).toBe('done')
          expect(['done', 'conflict']).toContain(corrected![at])
          const isCorrected = corrected![at] === 'done'
          const row = articles.get(id)!
          expect(row.published_at).not.toBeNull()
          expect(row.version).toBe(isCorrected ? 3 : 2)
          expect(row.title === editor.userId).toBe(isCorrected)
          // Readers never saw another text.
          expect(row.corrected_at).toBeNull()
        }
      },
    )
  })
})
