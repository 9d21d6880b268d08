import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Group } from './line.ts'
import { figure, median, percentile, ratio } from './load.ts'
import { markdown, type Row, withFigures } from './table.ts'

const group: Group = {
  name: 'roots',
  title: 'Roots',
  how: 'Millimetres.',
  columns: ['dry', 'wet'],
  lines: ['wheat', 'rye'],
  measure: async function* () {},
}
const row: Row = { group: 'roots', database: 'SQLite', line: 'wheat', figures: { dry: '12' }, goal: '≤ 2', holds: 'no' }

test('a group with what was measured of it is one table; one without is none', () => {
  const rows: Row[] = [row, { ...row, line: 'rye', figures: {}, holds: 'failed', note: 'a|b' }]
  expect(markdown([group, { ...group, name: 'leaves' }], rows)).toBe(
    [
      '## Roots\n',
      'Millimetres.\n',
      '|  | database | dry | wet | goal | holds | note |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| wheat | SQLite | 12 | – | ≤ 2 | no |  |',
      '| rye | SQLite | – | – | ≤ 2 | failed | a\\|b |',
    ].join('\n'),
  )
})

test('figures have three digits; ratios are shown with the smallest and the largest', () => {
  expect([0.021349, 1.7449, 12, 254.6].map(figure)).toEqual(['0.0213', '1.74', '12', '255'])
  expect(ratio([3, 1, 2])).toBe('2 (1–3)')
})

test('the median and percentiles', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([51, 100, 100])
})

test('the README has its place for the figures, and gets them there, once more as well', () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  const once = withFigures(readme, 'Measured today.', 'bench/results/today.md', [row, { ...row, group: 'growth' }])
  expect(once).toContain('| roots: wheat | SQLite | dry 12 | ≤ 2 | no |')
  expect(once).toContain('Of 1 lines of growth, from 500 articles to the large archive, 0 take')
  expect(withFigures(once, 'Measured today.', 'bench/results/today.md', [row, { ...row, group: 'growth' }])).toBe(once)
  expect(once.replace(/<!-- figures[^]*end of the figures -->/, '')).toBe(
    readme.replace(/<!-- figures[^]*end of the figures -->/, ''),
  )
})
