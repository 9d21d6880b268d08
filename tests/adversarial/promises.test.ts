import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(import.meta.dirname, 'promises.md'), 'utf8')

/** A test file in backticks, and the titles in quotes that follow it. */
const NAMED = /`((?:src|tests|scripts)\/[^`]+\.(?:test|spec)\.tsx?)`((?:[\s,]*"[^"]+")*)/g
const named = [...page.matchAll(NAMED)]
  .map(([, file, titles]): [string, string[]] => [
    file!,
    [...titles!.matchAll(/"([^"]+)"/g)].map(([, title]) => title!),
  ])
  .filter(([file]) => file !== 'tests/adversarial/promises.test.ts')

/** The part of a test file in which a title counts: not the comments. */
const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')

describe('the promises of safety', () => {
  test.each(named)('names tests that %s has', (file, titles) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(titles, 'a title in quotes').not.toEqual([])
    const source = sourceOf(file)
    expect(titles.filter((title) => !source.includes(title))).toEqual([])
  })

  test('names a test for every promise', () => {
    const lines = page
      .slice(page.indexOf('## For every call'))
      .split('\n')
      .filter((line) => /^- |^\| (?!-|Call |Situation )/.test(line))
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.filter((line) => !/`[^`]+\.(?:test|spec)\.tsx?` "/.test(line))).toEqual([])
  })
})
