import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIRST_JOURNEYS, SECOND_TIER } from './tiers.ts'

// A file that was renamed would be in the other tier without anybody noticing.
test('the tiers list tests that there are', () => {
  const files = [...SECOND_TIER, ...FIRST_JOURNEYS.map((name) => `tests/journeys/${name}.spec.ts`)]
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
})
