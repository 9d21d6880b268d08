import { expect, test } from 'vitest'
import { titleComparer, piecesOf, typingErrors } from './spelling.ts'

test.each([
  ['wheat', 'wheat', 0],
  ['wheet', 'wheat', 1],
  ['wehat', 'wheat', 1],
  ['whea', 'wheat', 1],
  ['wwheat', 'wheat', 1],
  ['arabidposis', 'arabidopsis', 1],
  ['arbidposis', 'arabidopsis', 2],
  ['photosyntesys', 'photosynthesis', 2],
  ['barley', 'wheat', 3],
  ['', 'ab', 2],
  ['ab', 'wheat', 3],
])('from %s to %s there are %i typing errors, counted up to three', (one, other, errors) => {
  expect(typingErrors(one, other, 2)).toBe(errors)
  expect(typingErrors(other, one, 2)).toBe(errors)
})

test('the pieces of a word have its ends', () => {
  expect([...piecesOf('ab')]).toEqual(['^ab', 'ab$'])
})

test('a title with some letters wrong is more like itself than like any other', () => {
  const likeness = titleComparer('Root grxwth of whaet in dry soil')
  expect(likeness('Root growth of wheat in dry soil')).toBeGreaterThan(0.6)
  expect(likeness('Root growth of barley in wet soil')).toBeLessThan(0.6)
})
