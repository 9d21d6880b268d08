import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  [' Seed\r\n rain\t', 'Seed rain'],
  ['a\u2028b\u2029c\u0085d', 'a b c d'],
  ['a\u0000\u001B[0mb', 'a [0mb'],
  ['Wei\u00A0Li', 'Wei Li'],
  ['\n', ''],
])('%j is %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
