import { describe, expect, test } from 'vitest'
import { funderRow, funders } from '../../api/funders.ts'
import { funderOf, funderWords, wordsOfFunder } from './funders.ts'

const ROW = {
  ...{ id: 'https://ror.org/018mejw64', status: 'active', types: 'funder; other' },
  'names.types.ror_display': 'Deutsche Forschungsgemeinschaft',
  'names.types.acronym': 'no_lang_code: DFG',
  'names.types.label': 'de: Deutsche Forschungsgemeinschaft; en: German Research Foundation',
  'locations.geonames_details.country_name': 'Germany',
}
const DFG = {
  ...{ ror: 'https://ror.org/018mejw64', name: 'Deutsche Forschungsgemeinschaft', country: 'Germany' },
  otherNames: ['DFG', 'German Research Foundation'],
}

describe('a row of ROR’s list', () => {
  test('is a funder with all its names', () => {
    expect(funderOf(ROW)).toEqual(DFG)
  })

  test.each([
    ['that has closed', { status: 'inactive' }],
    ['that funds nothing', { types: 'education' }],
    ['with wrong check digits', { id: 'https://ror.org/018mejw65' }],
    ['without a name', { 'names.types.ror_display': ' ' }],
  ])('of an organisation %s is none', (_what, change) => {
    expect(funderOf({ ...ROW, ...change })).toBeNull()
  })

  test('arrives as it was read, and of very many names the first', () => {
    const read = (row: string) =>
      funders.load.input.parse({ startedAt: '2026-01-01T00:00:00.000Z', total: null, rows: [row] }).rows[0]
    expect(read(funderRow(DFG))).toEqual(DFG)
    const many = { ...DFG, otherNames: Array.from({ length: 400 }, (_, at) => `Name number ${at}\twith\na tab`) }
    expect(read(funderRow(many))).toMatchObject({
      name: DFG.name,
      otherNames: expect.arrayContaining(['Name number 7 with a tab']),
    })
    expect(() => read('https://ror.org/018mejw65\tGermany\tNo such id')).toThrow()
  })
})

test('words are compared without accents, in any script', () => {
  expect(funderWords('  Fundação para a CIÊNCIA, TÜBİTAK ')).toEqual(['fundacao', 'para', 'a', 'ciencia', 'tubitak'])
  expect(funderWords('国家自然科学基金')).toEqual(['国家自然科学基金'])
  expect(wordsOfFunder(DFG)).toEqual([
    'deutsche',
    'forschungsgemeinschaft',
    'dfg',
    'german',
    'research',
    'foundation',
    '018mejw64',
  ])
})
