import { describe, expect, test } from 'vitest'
import { CONTRIBUTOR_ROLES } from '../people/people.ts'
import type { Actor } from '../accounts/access.ts'
import {
  ALREADY_PUBLISHED,
  ARCHIVED_NOT_APPROVED,
  articlePolicy,
  articleStatus,
  type ArticleVerb,
  canSeeContributor,
  DELETE_PUBLISHED,
} from './article-policy.ts'

const flags = (published: boolean, approvedByAdmin: boolean, isArchive: boolean) => ({
  published,
  approvedByAdmin,
  isArchive,
})

const STATES = {
  pending: flags(false, false, false),
  'approved only': flags(false, true, false),
  rejected: flags(true, false, false),
  published: flags(true, true, false),
  archived: flags(true, true, true),
  'archived while pending': flags(false, false, true),
  'archived while approved only': flags(false, true, true),
  'archived while rejected': flags(true, false, true),
}
type State = keyof typeof STATES

const ACTORS: Record<string, Actor | null> = {
  nobody: null,
  'another author': { userId: 'other', role: 'author' },
  'its submitter': { userId: 'submitter', role: 'author' },
  'an administrator': { userId: 'editor', role: 'admin' },
  'an administrator who submitted it': { userId: 'submitter', role: 'admin' },
}

const [MAY, NOBODY, HIDDEN, FORBIDDEN] = ['may', 'unauthenticated', 'not_found', 'forbidden'] as const
type Cell = typeof MAY | typeof NOBODY | typeof HIDDEN | typeof FORBIDDEN | 'conflict'
/** The results for each of `ACTORS`, in that order. */
type Row = readonly [Cell, Cell, Cell, Cell, Cell]

const ADMINISTRATORS: Row = [NOBODY, FORBIDDEN, FORBIDDEN, MAY, MAY]
const every = (row: Row, others: Partial<Record<State, Row>> = {}): Record<State, Row> => ({
  pending: row,
  'approved only': row,
  rejected: row,
  published: row,
  archived: row,
  'archived while pending': row,
  'archived while approved only': row,
  'archived while rejected': row,
  ...others,
})

const WITHDRAWN_NO_MORE: Row = [NOBODY, HIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN]
const REMOVED_BY_ADMINISTRATORS: Row = [NOBODY, HIDDEN, FORBIDDEN, MAY, MAY]
const APPROVED_NO_MORE: Row = [NOBODY, FORBIDDEN, FORBIDDEN, 'conflict', 'conflict']

const TABLE: Record<ArticleVerb, Record<State, Row>> = {
  readInFull: every([HIDDEN, HIDDEN, MAY, MAY, MAY]),
  withdraw: every([NOBODY, HIDDEN, MAY, FORBIDDEN, MAY], {
    rejected: WITHDRAWN_NO_MORE,
    published: WITHDRAWN_NO_MORE,
    archived: WITHDRAWN_NO_MORE,
    'archived while rejected': WITHDRAWN_NO_MORE,
  }),
  remove: every([NOBODY, HIDDEN, MAY, MAY, MAY], {
    rejected: REMOVED_BY_ADMINISTRATORS,
    published: REMOVED_BY_ADMINISTRATORS,
    archived: REMOVED_BY_ADMINISTRATORS,
    'archived while rejected': REMOVED_BY_ADMINISTRATORS,
  }),
  approve: every(APPROVED_NO_MORE, { pending: ADMINISTRATORS, 'approved only': ADMINISTRATORS }),
  hold: every(APPROVED_NO_MORE, { pending: ADMINISTRATORS, 'approved only': ADMINISTRATORS }),
  readAsProduction: every(ADMINISTRATORS),
  correctFiles: every(ADMINISTRATORS),
  correct: every(ADMINISTRATORS),
  archive: every(ADMINISTRATORS),
  changeContributors: every(ADMINISTRATORS),
}

test('the table has every verb', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...articlePolicy.verbs].sort())
})

describe.each(Object.keys(TABLE) as ArticleVerb[])('who may %s an article', (verb) => {
  test.each(Object.keys(STATES) as State[])('that is %s', (state) => {
    const article = { ...STATES[state], submitterId: 'submitter' }
    const answers = Object.values(ACTORS).map((actor) => articlePolicy.refusal(actor, verb, article)?.kind ?? MAY)
    expect(Object.fromEntries(Object.keys(ACTORS).map((who, at) => [who, answers[at]]))).toEqual(
      Object.fromEntries(Object.keys(ACTORS).map((who, at) => [who, TABLE[verb][state][at]])),
    )
    for (const [at, actor] of Object.values(ACTORS).entries()) {
      expect(articlePolicy.can(actor, verb, article)).toBe(answers[at] === MAY)
    }
  })
})

test('an imported article has no submitter', () => {
  const imported = { ...STATES.pending, submitterId: null }
  for (const actor of [null, ACTORS['another author']!]) {
    expect(articlePolicy.can(actor, 'readInFull', imported)).toBe(false)
    expect(articlePolicy.can(actor, 'remove', imported)).toBe(false)
  }
})

test.each([
  ['approve', 'published', 'an administrator', ALREADY_PUBLISHED],
  ['approve', 'rejected', 'an administrator', ALREADY_PUBLISHED],
  ['approve', 'archived', 'an administrator', ARCHIVED_NOT_APPROVED],
  ['approve', 'archived while pending', 'an administrator', ARCHIVED_NOT_APPROVED],
  ['approve', 'published', 'its submitter', 'Only administrators can do this'],
  ['remove', 'published', 'its submitter', DELETE_PUBLISHED],
  ['remove', 'published', 'another author', 'Post not found'],
  ['correct', 'pending', 'nobody', 'Session expired, please log in again.'],
] as const)('%s what is %s, by %s: %s', (verb, state, who, message) => {
  const article = { ...STATES[state], submitterId: 'submitter' }
  expect(articlePolicy.refusal(ACTORS[who]!, verb, article)?.message).toBe(message)
})

test.each(CONTRIBUTOR_ROLES)('of the contributors, one who is %s is seen', (role) => {
  const seenBy = (namedBy: string | null) =>
    Object.keys(ACTORS).filter((who) => ACTORS[who] && canSeeContributor(ACTORS[who], { role, namedBy }))
  const everybody = Object.keys(ACTORS).slice(1)
  const administrators = everybody.slice(2)
  expect(seenBy('submitter')).toEqual(role === 'Reviewer' ? ['its submitter', ...administrators] : everybody)
  expect(seenBy('editor')).toEqual(role === 'Reviewer' ? administrators : everybody)
  expect(seenBy(null)).toEqual(role === 'Reviewer' ? administrators : everybody)
})

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

/** Besides what administrators and submitters may: what production may of an article that is accepted for good, and of any other. */
describe.each(Object.keys(TABLE) as ArticleVerb[])('production: %s', (verb) => {
  const production: Actor = { userId: 'producer', role: 'author', duties: ['production'] }
  const observer: Actor = { userId: 'observer', role: 'author', duties: ['observer'] }
  test.each(Object.keys(STATES) as State[])('an article that is %s', (state) => {
    const article = { ...STATES[state], stage: 'accepted' as const, submitterId: 'submitter' }
    const kindFor = (actor: Actor, isProduced: boolean) =>
      articlePolicy.refusal(actor, verb, { ...article, isProduced })?.kind ?? MAY
    const isTheirs = ['hold', 'readAsProduction', 'correctFiles'].includes(verb)
    const [, other, , administrator] = TABLE[verb][state]
    const isEarly = verb === 'correctFiles' && !['published', 'archived'].includes(state)
    expect(kindFor(production, true)).toBe(isEarly ? 'conflict' : isTheirs ? administrator : other)
    // It does not know of others, and nobody else holds anything.
    expect(kindFor(production, false)).toBe(isTheirs ? HIDDEN : other)
    expect(kindFor(observer, false)).toBe(other)
  })
})
