import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../../tests/support/builders.ts'
import { eachDatabase } from '../../../../tests/support/databases.ts'
import { indexed } from '../../../../tests/support/searchable.ts'
import { runDueJobs } from '../../../platform/jobs/run.ts'
import type { Workers } from '../../../platform/workers/workers.ts'
import { citationJobs, queueMissingCitations } from './format-ahead.ts'
import type { Item } from './item.ts'

describe('the references to new articles', () => {
  eachDatabase((open) => {
    test('are formatted once, those to public articles alone, and one that fails holds up no other', async () => {
      const { database, resources } = await open()
      const [one, two] = [await anArticle(database), await anArticle(database)]
      await anArticle(database, { state: 'pending' })
      const ask: Workers['ask'] = async (task, given) =>
        String((given!.asked as Item).title).includes('unreadable') ? undefined : resources.workers.ask(task, given)
      const failing = { ...resources, workers: { ...resources.workers, ask } }
      const bad = await anArticle(database, { title: 'An unreadable one' })
      const format = (with_ = resources) => runDueJobs(with_, citationJobs(with_))
      const waiting = () => database.db.selectFrom('jobs').selectAll().where('kind', '=', 'citations').execute()
      // What is public is indexed, and with it enqueued.
      await indexed(database)
      expect(await format(failing)).toBe(2)
      expect(await waiting()).toMatchObject([{ subject: bad.id, attempts: 1 }])
      const rows = await database.db.selectFrom('article_citations').select('article_id').execute()
      expect(rows.map(({ article_id }) => article_id).sort()).toEqual([one.id, two.id].sort())
      expect(await format(failing)).toBe(0)
      await database.db.deleteFrom('jobs').execute()
      await database.transaction((tx) => queueMissingCitations(tx))
      expect((await waiting()).map(({ subject }) => subject)).toEqual([bad.id])
      expect([await format(), await waiting()]).toEqual([1, []])
    })

    test('to an article that is gone by then are nobody’s failure', async () => {
      const { database, resources } = await open()
      const { id } = await anArticle(database)
      await indexed(database)
      await database.db.updateTable('articles').set({ archived_at: '2026-01-01T00:00:00.000Z' }).execute()
      expect(await runDueJobs(resources, citationJobs(resources))).toBe(0)
      const left = await database.db.selectFrom('jobs').select('subject').where('kind', '=', 'citations').execute()
      expect(left, id).toEqual([])
    })
  })
})
