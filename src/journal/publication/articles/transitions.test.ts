import { describe, expect, test } from 'vitest'
import { approve, archive, isPublic, unarchive, type ArticleState } from './transitions.ts'

const THEN = '2026-02-01T08:00:00.000Z'
const NOW = '2026-03-01T08:00:00.000Z'

const state = (published: boolean, approved: boolean, archived: boolean): ArticleState => ({
  published_at: published ? THEN : null,
  approved_at: approved ? THEN : null,
  archived_at: archived ? THEN : null,
})

const PENDING = state(false, false, false)
const APPROVED_ONLY = state(false, true, false)
const REJECTED = state(true, false, false)
const PUBLISHED = state(true, true, false)
const ARCHIVED = state(true, true, true)
const ARCHIVED_PENDING = state(false, false, true)
const ARCHIVED_APPROVED = state(false, true, true)
const ARCHIVED_REJECTED = state(true, false, true)

/** The next state from each state. Who may approve or delete is a matter of the article's policy. */
const TABLE = [
  ['pending', PENDING, { ...PENDING, archived_at: NOW }, PENDING],
  ['approved only', APPROVED_ONLY, { ...APPROVED_ONLY, archived_at: NOW }, APPROVED_ONLY],
  ['rejected', REJECTED, { ...REJECTED, archived_at: NOW }, REJECTED],
  ['published', PUBLISHED, { ...PUBLISHED, archived_at: NOW }, PUBLISHED],
  ['archived', ARCHIVED, ARCHIVED, PUBLISHED],
  ['archived while pending', ARCHIVED_PENDING, ARCHIVED_PENDING, PENDING],
  ['archived while approved only', ARCHIVED_APPROVED, ARCHIVED_APPROVED, APPROVED_ONLY],
  ['archived while rejected', ARCHIVED_REJECTED, ARCHIVED_REJECTED, REJECTED],
] as const

describe.each(TABLE)('an article that is %s', (_name, before, archived, unarchived) => {
  test('archived', () => expect(archive(before, NOW)).toEqual(archived))
  test('unarchived', () => expect(unarchive(before)).toEqual(unarchived))
})

test('approving and unarchiving make an article public, archiving hides it', () => {
  expect(approve(NOW)).toEqual({ published_at: NOW, approved_at: NOW, archived_at: null })
  expect(isPublic(approve(NOW))).toBe(true)
  expect(isPublic(archive(PUBLISHED, NOW))).toBe(false)
  expect(isPublic(unarchive(ARCHIVED))).toBe(true)
  expect([PENDING, APPROVED_ONLY, REJECTED, ARCHIVED].map(isPublic)).toEqual([false, false, false, false])
})
