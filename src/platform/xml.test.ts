import { DOMParser } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { element, xmlDocument } from './xml.ts'

test('text and attributes are escaped, absent ones left out', () => {
  const root = element('a', { href: 'x?a=1&b="2"', lang: null }, 'R&D <b>', null, [element('b'), undefined, ' "c"'])
  expect(xmlDocument(root)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a href="x?a=1&amp;b=&quot;2&quot;">R&amp;D &lt;b&gt;<b/> &quot;c&quot;</a>\n',
  )
})

test.each([
  ['NUL\u0000 and bell\u0007', 'NUL and bell'],
  ['lone \uD800 halves \uDC00', 'lone  halves '],
  ['no character \uFFFE\uFFFF', 'no character '],
  ['kept: 🌱 \t\n', 'kept: 🌱 \t\n'],
  [']]> and <!-- -->', ']]> and <!-- -->'],
])('%j can be read again', (text, expected) => {
  const parsed = new DOMParser().parseFromString(xmlDocument(element('a', {}, text)), 'text/xml')
  expect(parsed.documentElement!.textContent).toBe(expected)
})
