import { expect, test } from 'vitest'
import { analysed, orderOf } from './analyser.ts'

test.each([
  ['Acacia nilotica (L.) Delile', ['acacia', 'nilotica', 'l', 'delile']],
  ['Élodie BRÛLÉ, Kovář', ['elodie', 'brule', 'kovar']],
  ['Ağaoğlu, Łukasz Größe Ørsted Ístanbul İzmir', ['agaoglu', 'lukasz', 'grosse', 'orsted', 'istanbul', 'izmir']],
  ['CO₂ at −5 °C', ['co2', 'at', '5', 'c']],
  ['O’Brien’s RNA-seq leaf_area a\\b', ['obriens', 'rna', 'seq', 'leaf', 'area', 'a', 'b']],
  ['Ελαίας Γῆς', ['ελαιασ', 'γησ']],
  ['水稻 growth ゲノム', ['水', '稻', 'growth', 'ケ\u3099', 'ノ', 'ム']],
  ['हिन्दी', ['हिन्दी']],
  ['% & < \' " * § —', []],
  ['', []],
])('the words of %s', (text, words) => {
  expect(analysed(text)).toEqual(words)
})

test('a word is never longer than the databases take, nor a sort key', () => {
  expect(analysed('x'.repeat(5000))).toEqual(['x'.repeat(40)])
  expect(orderOf('word '.repeat(500))).toHaveLength(120)
})

test('texts are sorted by their words', () => {
  const titles = ['Zea mays', '“Älter” leaves', '<not markup>', 'alga', 'Birch']
  expect(titles.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))).toEqual([
    'alga',
    '“Älter” leaves',
    'Birch',
    '<not markup>',
    'Zea mays',
  ])
})
