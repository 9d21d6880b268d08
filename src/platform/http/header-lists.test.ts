import { expect, test } from 'vitest'
import { acceptsEncoding, namesTag } from './headers.ts'

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b" , W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s', (header, known) => {
  expect(namesTag(header, '"a"')).toBe(known)
})

test.each([
  ['gzip, deflate, br', true],
  ['GZIP, BR', true],
  ['br ; q=1.0', true],
  ['br;q=0', false],
  ['br; q=0.000', false],
  ['gzip', false],
  ['brotli', false],
  [undefined, false],
])('Accept-Encoding: %s', (header, accepted) => {
  expect(acceptsEncoding(header, 'br')).toBe(accepted)
})
