import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIRST_JOURNEYS, POSTGRES_IN_SECOND, SECOND_TIER } from './tiers.ts'

// A file that was renamed would be in the other tier without anybody noticing.
test('the tiers list tests that there are', () => {
  const files = [...SECOND_TIER, ...FIRST_JOURNEYS.map((name) => `tests/journeys/${name}.spec.ts`)]
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
})

// Listed alone, a file would run twice on each database; saying so alone, never on PostgreSQL.
test('the files that meet PostgreSQL in the second tier say so, and are listed', () => {
  const saying = globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: join(import.meta.dirname, '..') }).filter(
    (file) => /}, IN_SECOND_TIER\)$/m.test(readFileSync(join(import.meta.dirname, '..', file), 'utf8')),
  )
  expect(saying.sort()).toEqual(POSTGRES_IN_SECOND.toSorted())
})
