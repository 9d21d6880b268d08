import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namingTheJournal } from './support/journal-marks.ts'

const root = join(import.meta.dirname, '..')
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file)
const filesOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root })
    .filter((file) => !isTest(file) && statSync(join(root, file)).isFile())
    .map((file) => join(root, file))

test('the defaults name the journal, as they should', () => {
  expect(namingTheJournal(filesOf('journal.config.ts')).length).toBeGreaterThan(10)
})

test('no source of the program names a journal: neither what runs in servers and browsers, nor the files of services', () => {
  const files = filesOf('src/**/*', 'public/**/*', 'deploy/*', '*.config.ts').filter(
    (file) => file !== join(root, 'journal.config.ts'),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(namingTheJournal(files)).toEqual([])
})
