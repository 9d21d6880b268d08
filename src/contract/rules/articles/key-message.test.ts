import { expect, test } from 'vitest'
import { repeatsAbstract } from './key-message.ts'

const ABSTRACT =
  '<h3>Background</h3><p>Maize wilts in <em>dry</em> soil.</p><h3>Results</h3><ul><li>It recovers by night;</li><li>in rain</li></ul>'

test.each([
  ['Maize wilts in dry soil.', true],
  ['Maize wilts in dry…', true],
  ['Maize wilts in dry soil. It recovers by night.', true],
  ['Maize  wilts in DRY soil: it recovers by night', true],
  ['', true],
  ['It recovers by night.', false],
  ['Maize that wilts recovers by night.', false],
  ['Background', false],
])('"%s" repeats the abstract: %s', (keyMessage, repeats) => {
  expect(repeatsAbstract(keyMessage, ABSTRACT)).toBe(repeats)
})

test('an article without an abstract keeps its key message', () => {
  expect(repeatsAbstract('Maize wilts.', '')).toBe(false)
})
