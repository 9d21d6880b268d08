import { describe, expect, test } from 'vitest'
import { approve, archive, isPublic, refuseDeletion, unarchive, type ArticleState } from './transitions.ts'

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

const APPROVED_NOW: ArticleState = { published_at: NOW, approved_at: NOW, archived_at: null }
const PUBLISHED_ALREADY = 'This article is already published'
const ARCHIVED_FIRST = 'Archived articles cannot be approved. Unarchive it first.'
const ONLY_UNPUBLISHED = 'Only unpublished articles can be deleted'

/** What becomes of each state; a text is the refusal. For deleting, null is 'may be deleted'. */
const TABLE = [
  ['pending', PENDING, APPROVED_NOW, { ...PENDING, archived_at: NOW }, PENDING, null],
  ['approved only', APPROVED_ONLY, APPROVED_NOW, { ...APPROVED_ONLY, archived_at: NOW }, APPROVED_ONLY, null],
  ['rejected', REJECTED, PUBLISHED_ALREADY, { ...REJECTED, archived_at: NOW }, REJECTED, ONLY_UNPUBLISHED],
  ['published', PUBLISHED, PUBLISHED_ALREADY, { ...PUBLISHED, archived_at: NOW }, PUBLISHED, ONLY_UNPUBLISHED],
  ['archived', ARCHIVED, ARCHIVED_FIRST, ARCHIVED, PUBLISHED, ONLY_UNPUBLISHED],
  ['archived while pending', ARCHIVED_PENDING, ARCHIVED_FIRST, ARCHIVED_PENDING, PENDING, null],
  ['archived while approved only', ARCHIVED_APPROVED, ARCHIVED_FIRST, ARCHIVED_APPROVED, APPROVED_ONLY, null],
  ['archived while rejected', ARCHIVED_REJECTED, ARCHIVED_FIRST, ARCHIVED_REJECTED, REJECTED, ONLY_UNPUBLISHED],
] as const

const outcome = (move: () => unknown): unknown => {
  try {
    return move() ?? null
  } catch (error) {
    return (error as Error).message
  }
}

describe.each(TABLE)('an article that is %s', (_name, before, approved, archived, unarchived, deletedByAuthor) => {
  test('approved', () => expect(outcome(() => approve(before, NOW))).toEqual(approved))
  test('archived', () => expect(outcome(() => archive(before, NOW))).toEqual(archived))
  test('unarchived', () => expect(outcome(() => unarchive(before))).toEqual(unarchived))
  test('deleted by its submitter', () =>
    expect(outcome(() => refuseDeletion(before, 'author'))).toEqual(deletedByAuthor))
  test('deleted by an administrator', () => expect(outcome(() => refuseDeletion(before, 'admin'))).toBeNull())
})

test('approving and unarchiving make an article public, archiving hides it', () => {
  expect(isPublic(approve(PENDING, NOW))).toBe(true)
  expect(isPublic(archive(PUBLISHED, NOW))).toBe(false)
  expect(isPublic(unarchive(ARCHIVED))).toBe(true)
  expect([PENDING, APPROVED_ONLY, REJECTED, ARCHIVED].map(isPublic)).toEqual([false, false, false, false])
})
