import { describe, expect, test } from 'vitest'
import type { Notice } from '../../../../contract/api/notices.ts'
import { WHAT_MAX } from '../../../../contract/rules/articles/notices.ts'
import { kindsFor } from './notice-form.tsx'
import { rowOf, rowOfConcern } from './notice-rows.tsx'
import { standingAfter } from './previews.tsx'
import { changesIn, typedOf } from './use-notice.ts'

const NOTICE: Notice = {
  ...{
    id: 'n',
    followers: 0,
    articleId: null,
    kind: 'retraction',
    state: 'draft',
    whoseError: null,
    what: 'w',
    details: '',
    why: '',
  },
  ...{ foundBy: '', effect: '', action: '', closesId: null, openConcerns: [], replacedBy: null, reviewOn: null },
  ...{ unaskedReason: null, urgentReason: null, changes: [], answers: [], agreement: '' },
  about: [{ id: 'a', title: 'Roots', doi: null, standing: 'current', authors: 'A. Malik' }],
  draftedBy: { id: 'me', name: 'Edith' },
  ...{ draftedAt: '2026-06-01T00:00:00Z', askedAt: null, answersDueOn: null, confirmedBy: null, releaseAt: null },
  ...{ missing: [], maySign: null, version: 1 },
}

describe('what is saved', () => {
  test('is what differs; spaces around are no change, and emptied choices are none', () => {
    const typed = typedOf({ ...NOTICE, whoseError: 'journal' })
    expect(changesIn(typed, { ...NOTICE, whoseError: 'journal' })).toEqual({})
    expect(
      changesIn({ ...typed, details: 'd ', what: ' w ', whoseError: '' }, { ...NOTICE, whoseError: 'journal' }),
    ).toEqual({ details: 'd', whoseError: null })
  })
  test('a sentence that is too long waits until it is shorter', () => {
    const long = { ...typedOf(NOTICE), what: 'x'.repeat(WHAT_MAX + 1), why: 'y' }
    expect(changesIn(long, NOTICE)).toEqual({ why: 'y' })
  })
})

test('what brings changes stays a correction or an addendum; only an open concern can be resolved', () => {
  expect(kindsFor({ changes: ['Abstract'], openConcerns: [] })).toEqual(['correction', 'addendum'])
  expect(kindsFor({ changes: [], openConcerns: [] })).not.toContain('concern-closed')
  expect(kindsFor({ changes: [], openConcerns: [{ id: 'c', on: '2026-01-01', what: 'w' }] })).toContain(
    'concern-closed',
  )
})

test('the gravest standing counts in the preview, without the concern that the notice ends', () => {
  expect(standingAfter('retracted', { kind: 'correction', closesId: '' })).toBe('retracted')
  expect(standingAfter('concern', { kind: 'correction', closesId: '' })).toBe('concern')
  expect(standingAfter('concern', { kind: 'correction', closesId: 'c' })).toBe('corrected')
  expect(standingAfter('concern', { kind: 'retraction', closesId: 'c' })).toBe('retracted')
})

describe('on Today', () => {
  const TODAY = '2026-06-16'
  test.each([
    [{}, 'Retraction: ask the authors', 'Finish'],
    [{ missing: ['why it happened'] }, 'Retraction to finish', 'Finish'],
    [{ missing: ['why it happened'], draftedBy: { id: 'other', name: '' } }, 'Retraction to finish', 'Open'],
    [{ state: 'asked' as const, answersDueOn: '2026-06-20' }, 'Draft retraction, 0 answers to come', null],
    [{ state: 'ready' as const }, 'Retraction to sign', 'Read and Sign'],
    [{ state: 'ready' as const, maySign: 'No.' }, 'Retraction waits for a second editor', null],
    [{ state: 'confirmed' as const }, 'Retraction signed', null],
  ])('%j: %s', (change, reason, next) => {
    expect(rowOf({ ...NOTICE, ...change }, TODAY, 'me')).toMatchObject({ reason, next })
  })
  test.each([
    ['2026-06-15', true],
    ['2026-06-16', false],
  ])('a concern to be settled by %s is late: %s', (reviewOn, alert) => {
    const concern = {
      ...{ id: 'c', kind: 'concern' as const, publishedAt: '2026-03-01T00:00:00Z', doi: null, what: 'w', about: [] },
      ...{ closes: null, closedBy: null, reviewOn, replacedBy: null, daysFromReport: null, version: null },
    }
    expect(rowOfConcern(concern, TODAY).alert).toBe(alert)
  })
})
