import { expect, test } from 'vitest'
import { keywordList } from './keywords.ts'

test.each([
  ['roots, drought,wheat', ['roots', 'drought', 'wheat']],
  [' roots ,, , wheat ', ['roots', 'wheat']],
  ['1,8-cineole, essential oil', ['1,8-cineole', 'essential oil']],
  ['C4, 13C', ['C4', '13C']],
  ['wheat,2n', ['wheat', '2n']],
  ['2,4-D, auxin', ['2,4-D', 'auxin']],
  ['', []],
])('the keywords of "%s"', (keywords, list) => {
  expect(keywordList(keywords)).toEqual(list)
})
