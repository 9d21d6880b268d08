import { afterAll, describe, expect, test } from 'vitest'
import { aTask } from '../../../../tests/support/worker-tasks.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../contract/rules/articles/citation/test-article.ts'
import { WorkerProcesses } from '../../../platform/workers/workers.ts'
import { formatCitations } from './formatter.ts'
import { itemToFormat } from './item.ts'

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
