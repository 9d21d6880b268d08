import { expect, test } from 'vitest'
import {
  ACCESS,
  type Access,
  accessRefusal,
  type Actor,
  SECOND_FACTOR_REQUIRED,
  seenAs,
  type Follower,
  type Requester,
} from './access.ts'
import type { AskedAuthor, NamedAuthor } from '../peer-review/author-link.ts'
import type { ReviewerActor } from '../peer-review/review-link.ts'

const AUTHOR: Actor = { userId: 'author', role: 'author' }
const ADMINISTRATOR: Actor = { userId: 'editor', role: 'admin' }
const REVIEWER: ReviewerActor = { assignmentId: 'assignment', coReviewerId: null }

const NAMED: NamedAuthor = { articleId: 'article', email: 'bruno@plants.test' }
const ASKED: AskedAuthor = { noticeId: 'notice', email: 'bruno@plants.test' }

const REQUESTER: Requester = { requestId: 'request', email: 'reader@plants.test' }

const FOLLOWER: Follower = { followId: 'follow', email: 'reader@plants.test' }

const NO = 'unauthenticated'

/** The results for a visitor, an author, an administrator; by their links a reviewer, a named author, one asked about a notice, one who has reported, one who follows. */
const TABLE: Record<Access, [string, string, string, string, string, string, string, string]> = {
  anyone: ['may', 'may', 'may', 'may', 'may', 'may', 'may', 'may'],
  'sign-in optional': ['may', 'may', 'may', 'may', 'may', 'may', 'may', 'may'],
  'signed in': [NO, 'may', 'may', NO, NO, NO, NO, NO],
  'own access': [NO, 'may', 'may', NO, NO, NO, NO, NO],
  reviewers: [NO, NO, NO, 'may', NO, NO, NO, NO],
  'named authors': [NO, NO, NO, NO, 'may', NO, NO, NO],
  'authors asked': [NO, NO, NO, NO, NO, 'may', NO, NO],
  requesters: [NO, NO, NO, NO, NO, NO, 'may', NO],
  followers: [NO, NO, NO, NO, NO, NO, NO, 'may'],
  administrators: [NO, 'forbidden', 'may', NO, NO, NO, NO, NO],
  'case editors': [NO, 'forbidden', 'may', NO, NO, NO, NO, NO],
  figures: [NO, 'forbidden', 'may', NO, NO, NO, NO, NO],
  production: [NO, 'forbidden', 'may', NO, NO, NO, NO, NO],
  observers: [NO, 'forbidden', 'may', NO, NO, NO, NO, NO],
  'fees officers': [NO, 'forbidden', 'may', NO, NO, NO, NO, NO],
  'people with duties': [NO, 'forbidden', 'may', NO, NO, NO, NO, NO],
}

test.each(Object.keys(ACCESS) as Access[])('who may call what is for: %s', (access) => {
  const actors = [null, AUTHOR, ADMINISTRATOR, REVIEWER, NAMED, ASKED, REQUESTER, FOLLOWER]
  expect(actors.map((actor) => accessRefusal(access, actor)?.kind ?? 'may')).toEqual(TABLE[access])
})

test.each(Object.entries(ACCESS))('%s: a role is asked of who has shown a credential', (_name, rule) => {
  if (rule.role !== null) expect(rule.required).toBe(true)
  if (rule.required) expect(rule.credential).not.toBe('none')
})

test('who has to set up a second factor first may do that alone, and is a visitor where signing in is optional', () => {
  const waiting: Actor = { ...ADMINISTRATOR, lacksSecondFactor: true }
  for (const access of ['signed in', 'administrators'] as const) {
    expect(accessRefusal(access, waiting)).toEqual(SECOND_FACTOR_REQUIRED)
  }
  expect(accessRefusal('own access', waiting)).toBeNull()
  expect(seenAs(waiting)).toBeNull()
  expect([AUTHOR, REVIEWER, null].map(seenAs)).toEqual([AUTHOR, REVIEWER, null])
})
