import { describe, expect, test } from 'vitest'
import { authorStage } from './author-stage.ts'
import { authorStatus, type AuthorFacts } from './author-status.ts'
import { authorSteps } from './author-steps.ts'
import { eventInWords } from './author-timeline.ts'
import { CASE_STAGES, LETTER_KINDS } from './stages.ts'

const NEW = { published: false, approvedByAdmin: false, isArchive: false }
const PUBLISHED = { published: true, approvedByAdmin: true, isArchive: false }

const FACTS: AuthorFacts = {
  stage: 'editor',
  today: '2026-05-10',
  receivedOn: '2026-05-02',
  promisedOn: '2026-06-13',
  reviewOn: null,
  decision: null,
  revisedOn: null,
  isReopened: false,
  proofDueOn: null,
  proofAnswer: null,
  appealDueOn: null,
  endedOn: null,
}
const MINOR = { kind: 'minor', on: '2026-06-09', revisionDueOn: '2026-06-23' } as const
const REVISING: AuthorFacts = {
  ...FACTS,
  stage: 'revision',
  today: '2026-06-16',
  reviewOn: '2026-05-05',
  decision: MINOR,
}

describe('the stage for authors', () => {
  test('has a word for every stage of a case', () => {
    expect(CASE_STAGES.map((stage) => authorStage({ ...NEW, stage }))).toEqual([
      'editor',
      'review',
      'revision',
      'accepted',
      'declined',
      'withdrawn',
    ])
  })

  test('is the article’s own once it is published or archived, and a proof’s while it waits', () => {
    expect(authorStage({ ...PUBLISHED, stage: 'accepted' })).toBe('published')
    expect(authorStage({ ...NEW, isArchive: true, stage: 'screening' })).toBe('archived')
    expect(authorStage({ ...NEW, published: true, stage: null })).toBe('declined')
    expect(authorStage({ ...NEW, stage: null })).toBe('editor')
    expect(authorStage({ ...NEW, stage: 'accepted' }, true)).toBe('proof')
    expect(authorStage({ ...NEW, stage: 'reviewing' }, true)).toBe('review')
  })
})

describe('the sentence for authors', () => {
  test.each<[string, Partial<AuthorFacts>, string, string | null]>([
    ['before the promised day', {}, 'Decision expected by June 13, 2026', '2026-06-13'],
    ['on it', { today: '2026-06-13', stage: 'review' }, 'Decision expected by June 13, 2026', '2026-06-13'],
    ['after it', { today: '2026-06-14', stage: 'review' }, 'We promised you a decision by June 13, 2026', '2026-06-13'],
    ['without a case', { promisedOn: null }, 'We received your manuscript on May 2, 2026', '2026-05-02'],
    ['a revision', REVISING, 'Please send your revision by June 23, 2026', '2026-06-23'],
    [
      'a revision that was sent',
      { ...REVISING, stage: 'review', revisedOn: '2026-06-20' },
      'We received your revision on June 20, 2026',
      '2026-06-20',
    ],
    ['a proof', { stage: 'proof', proofDueOn: '2026-07-04' }, 'Please check the proof by July 4, 2026', '2026-07-04'],
    [
      'an appeal',
      { stage: 'declined', appealDueOn: '2026-07-18' },
      'You will have an answer to your appeal by July 18, 2026',
      '2026-07-18',
    ],
    ['an appeal that was upheld', { stage: 'review', isReopened: true }, 'Your appeal was upheld', null],
  ])('names one date: %s', (_what, facts, sentence, date) => {
    expect(authorStatus({ ...FACTS, ...facts })).toMatchObject({ sentence, date })
  })

  test('counts the days that are left', () => {
    const note = (today: string) => authorStatus({ ...REVISING, today }).note
    expect(note('2026-06-16')).toMatch(/^7 days left\./)
    expect(note('2026-06-22')).toMatch(/^1 day left\./)
    expect(note('2026-06-23')).toMatch(/^Due today\./)
    expect(note('2026-06-25')).toMatch(/^This was due 2 days ago\./)
  })
})

describe('the way of a manuscript', () => {
  const way = (facts: AuthorFacts) =>
    authorSteps(facts).map(({ title, note, state }) => `${state}: ${title}${note && `, ${note}`}`)

  test('leads from receipt to publication', () => {
    expect(way(FACTS)).toEqual([
      'now: Received, May 2',
      'ahead: In review',
      'ahead: Decision, by June 13',
      'ahead: Revision, if needed',
      'ahead: Published',
    ])
    expect(way(REVISING)).toEqual([
      'done: Received, May 2',
      'done: In review, May 5',
      'done: Minor revision, June 9',
      'now: Revision, due June 23',
      'ahead: Published',
    ])
  })

  test('has exactly one step where it is now, in every stage', () => {
    for (const stage of [
      'editor',
      'review',
      'revision',
      'proof',
      'accepted',
      'published',
      'declined',
      'withdrawn',
    ] as const) {
      const steps = authorSteps({ ...REVISING, stage })
      expect(steps.filter(({ state }) => state === 'now')).toHaveLength(1)
      expect(new Set(steps.map(({ title }) => title)).size).toBe(steps.length)
    }
  })
})

test('what has happened is told in plain words, for every decision', () => {
  for (const kind of LETTER_KINDS) {
    expect(eventInWords({ what: 'decision', on: '2026-06-09', kind, dueOn: null })).toMatch(/^The editor .+\.$/)
  }
  expect(eventInWords({ what: 'decision', on: '2026-06-09', kind: 'minor', dueOn: '2026-06-23' })).toBe(
    'The editor asked for a minor revision (due June 23, 2026).',
  )
})
