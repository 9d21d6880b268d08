import { afterAll, describe, expect, test } from 'vitest'
import { aTask } from '../../../../tests/support/worker-tasks.ts'
import { anArticle } from '../../../../tests/support/builders.ts'
import { eachDatabase } from '../../../../tests/support/databases.ts'
import { indexed } from '../../../../tests/support/searchable.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../tests/support/test-article.ts'
import { WorkerProcesses, type Workers } from '../../../platform/workers/workers.ts'
import { runDueJobs } from '../../../platform/jobs/run.ts'
import { citationJobs, formatCitations, queueMissingCitations } from './formatted.ts'
import { type Item, itemToFormat } from './item.ts'

const item = (more?: Parameters<typeof testArticle>[0]) => itemToFormat(citationRecord(testArticle(more), TEST_URL))

describe('the process that formats references', () => {
  const workers = new WorkerProcesses()
  afterAll(() => workers.end())

  test('answers one article after the other, each its own', async () => {
    const titles = Array.from({ length: 5 }, (_, index) => `Seeds No. ${index}`)
    const found = await Promise.all(titles.map((title) => formatCitations(workers, item({ title }))))
    expect(found.map((each) => /Seeds No\. \d/.exec(each!.apa)?.[0])).toEqual(titles)
    workers.end()
    expect((await formatCitations(workers, item()))?.apa).toContain('Khan')
  })

  test('takes a thousand authors', async () => {
    const people = Array.from({ length: 1000 }, (_, index) => ({ fullName: `Ann Bee${index}` }))
    expect((await formatCitations(workers, item({ people })))?.apa).toContain('… Bee999, A.')
  })

  test.each([
    ['never answers', 'await new Promise((resolve) => setTimeout(resolve, 60_000))', 300],
    ['ends', 'process.exit(1)', 5_000],
    ['cannot be begun', 'this is no program', 5_000],
    ['answers something else', 'return { apa: "Khan" }', 5_000],
  ])('is not waited for if it %s', async (_name, code, timeoutMs) => {
    const task = aTask(code, { timeoutMs })
    expect(await formatCitations(workers, item(), { task })).toBeNull()
    expect(await formatCitations(workers, item(), { task })).toBeNull()
  })
})

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
