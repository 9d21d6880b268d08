import { expect, test } from 'vitest'
import { joinNames, splitName } from './author-names.ts'

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
  ['Ayesha Malik', 'Ayesha', 'Malik'],
  ['Carl von Linné', 'Carl', 'von Linné'],
  ['Hugo Maria de Vries', 'Hugo Maria', 'de Vries'],
  ['Juan de la Cruz', 'Juan', 'de la Cruz'],
  ['Theophrastus', '', 'Theophrastus'],
  ['Van Gogh', 'Van', 'Gogh'],
  ['  Ayesha   Malik ', 'Ayesha', 'Malik'],
])('"%s" is split into "%s" and "%s"', (name, given, family) => {
  expect(splitName(name)).toEqual({ given, family })
})
