import { expect, test } from 'vitest'
import { currentOf, folioOf } from './contents.ts'

const NOWHERE = undefined

test.each([
  ['the first heading before any has been reached', [400, 900], 0],
  ['the last heading above the line', [-500, 100, 900], 1],
  ['the last of all at the end', [-900, -500, -100], 2],
  ['never a heading of another part', [NOWHERE, -100, NOWHERE, 900], 1],
  ['the first that is here, if none has been reached', [NOWHERE, 700], 1],
  ['none if there is none', [NOWHERE], -1],
  ['none without headings', [], -1],
])('is %s', (_name, tops, current) => {
  expect(currentOf(tops, 240)).toBe(current)
})

const of = (tags: Record<string, string>) => folioOf((name) => tags[name], 'https://journal.test/blog/x')

test.each([
  [
    { journal_title: 'Plants', volume: '3', issue: '2', firstpage: '14', doi: '10.5555/a' },
    'Plants 3(2):14 · doi.org/10.5555/a',
  ],
  [{ journal_title: 'Plants', volume: '3', firstpage: '14' }, 'Plants 3:14 · https://journal.test/blog/x'],
  [{ journal_title: 'Plants', issue: '102' }, 'Plants 102 · https://journal.test/blog/x'],
  [{ journal_title: 'Plants' }, 'Plants · https://journal.test/blog/x'],
  [{}, 'https://journal.test/blog/x'],
])('the foot of a page of %o', (tags, folio) => expect(of(tags)).toBe(folio))
