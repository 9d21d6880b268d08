import { expect, test } from 'vitest'
import { markedPieces } from './marked-text.ts'

test.each([
  ['', []],
  ['plain &amp; simple', [['plain & simple']]],
  ['<i><mark>Oryza</mark> sativa</i> L.', [['Oryza', 'i', 'mark'], [' sativa', 'i'], [' L.']]],
  ['a <mark>b <i>c</mark> d</i>', [['a '], ['b ', 'mark'], ['c', 'mark', 'i'], [' d', 'i']]],
  ['<script>&lt;mark&gt;</script></mark>', [['<script><mark></script>']]],
  ['<mark onclick=x>y', [['<mark onclick=x>y']]],
])('the pieces of %j', (found, pieces) => {
  expect(markedPieces(found).map(({ text, marks }) => [text, ...marks])).toEqual(pieces)
})
