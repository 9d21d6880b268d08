import { expect, test } from 'vitest'
import { articleStatus } from './article-status.ts'

// Every combination of the three flags.
test.each([
  [false, false, false, 'pending'],
  [false, true, false, 'pending'],
  [true, false, false, 'rejected'],
  [true, true, false, 'published'],
  [false, false, true, 'archived'],
  [false, true, true, 'archived'],
  [true, false, true, 'archived'],
  [true, true, true, 'archived'],
] as const)('published %s, approved %s, archived %s: %s', (published, approvedByAdmin, isArchive, status) => {
  expect(articleStatus({ published, approvedByAdmin, isArchive })).toBe(status)
})
