import { expect, test } from 'vitest'
import { escapeAttribute, escapeText, oneLine, wholeWords } from './plain-text.ts'

test.each([
  [' Seed\r\n rain\t', 'Seed rain'],
  ['a\u2028b\u2029c\u0085d', 'a b c d'],
  ['a\u0000\u001B[0mb', 'a [0mb'],
  ['Wei\u00A0Li', 'Wei Li'],
  ['\n', ''],
])('%j is %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

test.each([
  ['Roots grow deep', 15, 'Roots grow deep'],
  ['Roots grow deep', 14, 'Roots grow'],
  ['Roots   grow deep', 9, 'Roots'],
  ['Rootsgrowdeep', 5, 'Roots'],
  ['', 5, ''],
])('%j in at most %i characters', (text, longest, beginning) => {
  expect(wholeWords(text, longest)).toBe(beginning)
})

const NASTY = `<b title="it's">&amp;</b>`

test('text is no markup between tags', () => {
  expect(escapeText(NASTY)).toBe(`&lt;b title="it's"&gt;&amp;amp;&lt;/b&gt;`)
})

test('text does not end the quotes that it stands in', () => {
  expect(escapeAttribute(NASTY)).toBe('&lt;b title=&quot;it&#39;s&quot;&gt;&amp;amp;&lt;/b&gt;')
})
