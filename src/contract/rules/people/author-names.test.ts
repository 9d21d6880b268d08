import { expect, test } from 'vitest'
import { joinNames, namesInBrief, splitName } from './author-names.ts'

test.each([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
  [['A', 'B', 'C', 'D'], 'A, B, C and D'],
])('%j are joined as "%s"', (names, joined) => {
  expect(joinNames(names)).toBe(joined)
})

test.each([
  [3, 'A1, A2 and A3'],
  [10, 'A1, A2, A3, A4, A5, A6, A7, A8, A9 and A10'],
  [11, 'A1, A2, A3, A4, A5, A6, A7, A8, A9 and 2 more'],
  [300, 'A1, A2, A3, A4, A5, A6, A7, A8, A9 and 291 more'],
])('lists show %i names as "%s"', (count, shown) => {
  const names = Array.from({ length: count }, (_, index) => `A${index + 1}`)
  expect(joinNames(namesInBrief(names))).toBe(shown)
})

test.each([
  ['Ayesha Malik', 'Ayesha', 'Malik'],
  ['Carl von Linné', 'Carl', 'von Linné'],
  ['Hugo Maria de Vries', 'Hugo Maria', 'de Vries'],
  ['Juan de la Cruz', 'Juan', 'de la Cruz'],
  ['Theophrastus', '', 'Theophrastus'],
  ['Van Gogh', 'Van', 'Gogh'],
  ['John Smith Jr.', 'John', 'Smith'],
  ['Hugo de Vries, III', 'Hugo', 'de Vries'],
  ['Kumar MD', 'Kumar', 'MD'],
  ['  Ayesha   Malik ', 'Ayesha', 'Malik'],
])('"%s" is split into "%s" and "%s"', (name, given, family) => {
  expect(splitName(name)).toEqual({ given, family })
})
