import { expect, test } from 'vitest'
import { printedInterests } from './stated-interests.ts'
import { STATEMENTS } from './statements.ts'

const NONE = STATEMENTS.competingInterests.none
const people = (answers: Record<string, string | null>) =>
  Object.entries(answers).map(([fullName, competingInterests]) => ({ fullName, competingInterests }))

test.each([
  ['nobody asked: what the article states', null, { A: null, B: null }, null],
  ['nobody answered: what the submitter states', NONE, { A: null, B: null }, NONE],
  ['all have none', NONE, { A: '', B: '', C: '' }, 'A, B and C declare none.'],
  ['one has none, and nothing is said of the other', NONE, { A: '', B: null }, 'A declares none.'],
  [
    'one has some: the others’ none is not the article’s',
    NONE,
    { A: 'Owns a nursery.', B: '' },
    'A: Owns a nursery.\n\nB declares none.',
  ],
  ['nothing was stated for all', null, { A: 'Owns a nursery.', B: null }, 'A: Owns a nursery.'],
  [
    'beside what was stated for all',
    'B is an editor here.',
    { A: ' Owns a nursery. ', B: null },
    'B is an editor here.\n\nA: Owns a nursery.',
  ],
] as const)('%s', (_what, overall, answers, printed) => {
  expect(printedInterests(overall, people(answers))).toBe(printed)
})

test('who did not answer is named in no statement', () => {
  for (const overall of [null, NONE, 'A grant of the Moss Fund.'])
    for (const answer of ['', 'Owns a nursery.'])
      expect(printedInterests(overall, people({ Answered: answer, Silent: null }))).not.toMatch(/Silent|None declared/)
})
