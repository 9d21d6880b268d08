import { expect, test } from 'vitest'
import { htmlTree, type HtmlNode } from './tree.ts'

/** A tree as text, to be read at a glance: 'p[one em[two]]'. */
const shown = (nodes: HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : `${node.name}[${shown(node.nodes)}]`)).join('')

test.each([
  ['<p>one <em>two</em></p>three', 'p[one em[two]]three'],
  ['a &lt;b&gt; &amp;amp;&nbsp;c', 'a <b> &amp;\u00a0c'],
  ['one<br />two<img src="x" />', 'onebr[]twoimg[]'],
  ['</p>never <b>opened', 'never b[opened]'],
  ['<p><b>closed</p>around', 'p[b[closed]]around'],
  ['1 < 2', '1 < 2'],
  ['', ''],
])('%j', (html, expected) => expect(shown(htmlTree(html))).toBe(expected))

test('attributes are read as they were meant', () => {
  const [link] = htmlTree('<a href="https://a.test/?b=1&amp;c=&quot;" rel="noopener">a</a>')
  if (typeof link !== 'object') throw new Error('no element')
  expect(link.attribute('href')).toBe('https://a.test/?b=1&c="')
  expect(link.attribute('ref')).toBeNull()
})

test('what is nested too deep leaves its text', () => {
  const tree = shown(htmlTree(`${'<b>'.repeat(1000)}deep${'</b>'.repeat(1000)}<i>after</i>`))
  expect(tree.match(/b\[/g)!.length).toBeLessThan(100)
  expect(tree).toContain('deep')
  expect(tree).toMatch(/i\[after\]$/)
})
