import { expect, test } from 'vitest'
import { escapeAttribute, escapeText } from './escape.ts'

const NASTY = `<b title="it's">&amp;</b>`

test('text is no markup between tags', () => {
  expect(escapeText(NASTY)).toBe(`&lt;b title="it's"&gt;&amp;amp;&lt;/b&gt;`)
})

test('text does not end the quotes that it stands in', () => {
  expect(escapeAttribute(NASTY)).toBe('&lt;b title=&quot;it&#39;s&quot;&gt;&amp;amp;&lt;/b&gt;')
})
