import { describe, expect, test } from 'vitest'
import { address, paragraphs } from './values.ts'

describe('a text of several paragraphs', () => {
  const withoutStyles = (html: string) => html.replace(/ style="[^"]*"/g, '')

  test('keeps its paragraphs and line breaks, however they were typed', () => {
    const { text, html } = paragraphs(
      '\n\nDear Dr. Baloch,\r\nthank you.\n \t\n\n\nReviewer K\u2028Point 1\rPoint 2\n\n',
    )
    expect(text).toBe('Dear Dr. Baloch,\nthank you.\n\nReviewer K\nPoint 1\nPoint 2')
    expect(withoutStyles(html)).toBe(
      '<p>Dear Dr. Baloch,<br />thank you.</p>\n<p>Reviewer K<br />Point 1<br />Point 2</p>',
    )
  })

  test('is text, whatever is in it', () => {
    const { text, html } = paragraphs('<script>alert("1")</script> {{link}} [x](https://a.test) **b**\n\n> & \u0007')
    expect(text).toBe('<script>alert("1")</script> {{link}} [x](https://a.test) **b**\n\n> &')
    expect(withoutStyles(html)).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; {{link}} [x](https://a.test) **b**</p>\n<p>&gt; &amp;</p>',
    )
  })

  test('may be empty', () => {
    expect(paragraphs(' \n\n ')).toEqual({ use: 'paragraphs', text: '', html: '' })
  })
})

test('an address cannot leave its attribute', () => {
  expect(address('https://a.test/?x=1&y="><b>').html).toBe('https://a.test/?x=1&amp;y=&quot;&gt;&lt;b&gt;')
})
