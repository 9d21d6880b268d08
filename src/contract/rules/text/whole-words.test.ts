import { expect, test } from 'vitest'
import { wholeWords } from './whole-words.ts'

test.each([
  ['Roots grow deep', 15, 'Roots grow deep'],
  ['Roots grow deep', 14, 'Roots grow'],
  ['Roots   grow deep', 9, 'Roots'],
  ['Rootsgrowdeep', 5, 'Roots'],
  ['', 5, ''],
])('%j in at most %i characters', (text, longest, beginning) => {
  expect(wholeWords(text, longest)).toBe(beginning)
})
