import { expect, test } from 'vitest'
import { itemsNow, placeWordsOf, sectionsOf, type VolumeItem, withPlace } from './volume-draft.ts'

/** Small letters are articles, capitals headings. */
const items = (text: string): VolumeItem[] =>
  [...text].map((id) => ({ id, heading: id === id.toUpperCase() ? `Part ${id}` : null }))
const text = (list: readonly VolumeItem[]) => list.map(({ id }) => id).join('')

test.each([
  ['AabBc', 'c', 0, 'AcabB'],
  ['AabBc', 'a', 1, 'AbaBc'],
  ['AabBc', 'a', 2, 'AbBca'],
  ['abc', 'b', 1, 'abc'],
])('in %s the article %s at place %i gives %s', (before, id, to, after) =>
  expect(text(withPlace(items(before), id, to))).toBe(after),
)

test('articles are under the heading before them, and headings without articles are left out', () => {
  expect(sectionsOf(items('aAbcBCd'))).toEqual([
    { heading: '', articleIds: ['a'] },
    { heading: 'Part A', articleIds: ['b', 'c'] },
    { heading: 'Part C', articleIds: ['d'] },
  ])
  expect(sectionsOf([])).toEqual([])
})

test('what came since is at the end, what is gone is not there', () =>
  expect(text(itemsNow(items('AbBa'), ['a', 'x', 'y']))).toBe('ABaxy'))

test('a new place is told with its heading', () => {
  const name = (id: string) => `Title ${id}`
  expect(placeWordsOf(items('aAbc'), 'c', name)).toBe('“Title c”, now 3 of 3, under Part A.')
  expect(placeWordsOf(items('aAbc'), 'a', name)).toBe('“Title a”, now 1 of 3.')
  expect(placeWordsOf(items('aAbc'), 'A', name)).toBe('Heading Part A, now above “Title b”.')
  expect(placeWordsOf(items('abA'), 'A', name)).toBe('Heading Part A, now at the end.')
})
