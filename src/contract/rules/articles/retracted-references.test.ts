import { expect, test } from 'vitest'
import { natureMark, type ListRow, RetractionList } from './retracted-references.ts'

const row = (doi: string, nature: string, date: string): ListRow => ({
  ...{ OriginalPaperDOI: doi, RetractionNature: nature, RetractionDate: date },
})
const listed = (...rows: ListRow[]) => {
  const list = new RetractionList()
  for (const one of rows) list.add(one)
  return list.rows
}

test.each<[string, ListRow[], unknown[]]>([
  [
    'a retraction, with its day in the American order',
    [row(' 10.1016/J.Cell.1 ', 'Retraction', '3/21/2021 0:00')],
    [{ doi: '10.1016/j.cell.1', nature: 'retraction', on: '2021-03-21' }],
  ],
  [
    'a concern',
    [row('10.1/x', 'x', ''), row('10.1000/x', 'Expression of concern', '12/1/2020')],
    [{ doi: '10.1000/x', nature: 'concern', on: '2020-12-01' }],
  ],
  ['no correction', [row('10.1000/x', 'Correction', '1/1/2020')], []],
  [
    'nothing without a DOI',
    ['', 'unavailable', 'Unavailable', '10.1000/a b'].map((doi) => row(doi, 'Retraction', '')),
    [],
  ],
  [
    'the last of several, in whatever order they come',
    [row('10.1000/x', 'Retraction', '5/1/2021'), row('10.1000/x', 'Expression of concern', '1/1/2020')],
    [{ doi: '10.1000/x', nature: 'retraction', on: '2021-05-01' }],
  ],
  [
    'not what was taken back',
    [row('10.1000/x', 'Reinstatement', '5/1/2021'), row('10.1000/x', 'Retraction', '1/1/2020')],
    [],
  ],
  [
    'a day that there is not as none',
    [row('10.1000/x', 'Retraction', '2/31/2021'), row('10.1000/y', 'Retraction', '21/3/2021')],
    [
      { doi: '10.1000/x', nature: 'retraction', on: null },
      { doi: '10.1000/y', nature: 'retraction', on: null },
    ],
  ],
  ['nothing of a row without these columns', [{}], []],
])('of a list of retracted articles is taken: %s', (_what, rows, taken) => {
  expect(listed(...rows)).toEqual(taken)
})

test('the mark has the day, where the list has one', () => {
  expect(natureMark({ nature: 'retraction', on: '2021-03-21' })).toBe('Retracted, March 21, 2021')
  expect(natureMark({ nature: 'concern', on: null })).toBe('Expression of concern')
})
