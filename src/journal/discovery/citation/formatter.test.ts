import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../contract/rules/articles/citation/test-article.ts'
import { CitationFormatter } from './formatter.ts'
import { itemToFormat } from './item.ts'

const item = (more?: Parameters<typeof testArticle>[0]) => itemToFormat(citationRecord(testArticle(more), TEST_URL))

/** A program in place of the real one. */
const program = (code: string): string => {
  const path = join(mkdtempSync(join(inject('temporaryFolder'), 'formatter-')), 'program.mjs')
  writeFileSync(path, code)
  return path
}

describe('the process that formats references', () => {
  test('answers one article after the other, each its own', async () => {
    const formatter = new CitationFormatter()
    const titles = Array.from({ length: 5 }, (_, index) => `Seeds No. ${index}`)
    const found = await Promise.all(titles.map((title) => formatter.format(item({ title }))))
    expect(found.map((each) => /Seeds No\. \d/.exec(each!.apa)?.[0])).toEqual(titles)
    formatter.end()
    expect((await formatter.format(item()))?.apa).toContain('Khan')
    formatter.end()
  })

  test('takes a thousand authors', async () => {
    const people = Array.from({ length: 1000 }, (_, index) => ({ fullName: `Ann Bee${index}` }))
    const formatter = new CitationFormatter()
    expect((await formatter.format(item({ people })))?.apa).toContain('… Bee999, A.')
    formatter.end()
  })

  test.each([
    ['never answers', 'process.on("message", () => {})', 300],
    ['ends', 'process.on("message", () => process.exit(1))', 5_000],
    ['cannot be started', 'this is no program', 5_000],
    ['answers something else', 'process.on("message", () => process.send({ apa: "Khan" }))', 5_000],
  ])('is not waited for if it %s', async (_name, code, timeoutMs) => {
    const formatter = new CitationFormatter({ program: program(code), timeoutMs })
    expect(await formatter.format(item())).toBeNull()
    expect(await formatter.format(item())).toBeNull()
  })

  test('is ended when it is not needed, and started again', async () => {
    const path = program(
      'process.on("message", () => process.send({ apa: `${process.pid}`, mla: "b", chicago: "c", vancouver: "d", harvard: "e" }))',
    )
    const formatter = new CitationFormatter({ program: path, idleMs: 50 })
    const pid = Number((await formatter.format(item()))!.apa)
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 5_000 })
    expect(Number((await formatter.format(item()))!.apa)).not.toBe(pid)
    formatter.end()
  })
})
