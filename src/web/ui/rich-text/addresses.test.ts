import { expect, test } from 'vitest'
import { isAllowedLink, linkAddress } from './addresses.ts'

test.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['  http://example.org ', 'http://example.org'],
  ['https://example.org/a b', 'https://example.org/a%20b'],
  ['example.org', 'https://example.org'],
  ['www.example.org/herbarium', 'https://www.example.org/herbarium'],
  ['10.1093/aob/mcab123', 'https://doi.org/10.1093/aob/mcab123'],
  ['doi: 10.1093/aob/mcab123', 'https://doi.org/10.1093/aob/mcab123'],
  ['editor@example.org', 'mailto:editor@example.org'],
  ['mailto:editor@example.org', 'mailto:editor@example.org'],
  ['tel:+92 51 123-456', 'tel:+9251123-456'],
])('%s is understood', (typed, meant) => {
  expect(linkAddress(typed)).toBe(meant)
  expect(isAllowedLink(meant)).toBe(true)
})

test.each([
  '',
  'the herbarium',
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'ftp://example.org/a',
  'file:///etc/passwd',
  '//example.org',
  '/login',
  'https://',
  'mailto:',
  'mailto:nobody',
  'tel:',
  'tel:abc',
])('%s is refused', (typed) => {
  expect(linkAddress(typed)).toBeNull()
})

test.each(['javascript:alert(1)', 'java\tscript:x', '//example.org', '/a', '#a', 'ftp://a.org', 'https://', '', null])(
  'no link leads to %s',
  (href) => {
    expect(isAllowedLink(href)).toBe(false)
  },
)
