import { expect, test } from 'vitest'
import { latinNames } from './item.ts'

test.each([
  ['The role of Phaseolus vulgaris in drought', ['Phaseolus vulgaris']],
  ['Arabidopsis thaliana and Oryza sativa under salt', ['Arabidopsis thaliana', 'Oryza sativa']],
  ['Rosa gallica', ['Rosa gallica']],
  ['Ferula assa-foetida', []],
  ['Salt versus drought in Pakistan during growth', []],
  ['Wheat virus and Maize status', []],
  ['Effects of CO2 on Plants', []],
  ['', []],
])('in "%s": %j', (title, names) => {
  expect(latinNames(title).map(({ start, end }) => title.slice(start, end))).toEqual(names)
})
