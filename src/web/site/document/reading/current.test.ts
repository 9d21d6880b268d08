import { expect, test } from 'vitest'
import { currentOf } from './current.ts'

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
