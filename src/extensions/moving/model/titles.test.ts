import { expect, test } from 'vitest'
import { cleanedHtml, isEmptyHtml } from './html.ts'
import { titleMarkup } from './titles.ts'

const titled = (title: string | null, prefix: string | null = null, subtitle: string | null = null) =>
  titleMarkup({ prefix, title, subtitle })

test.each([
  [
    'a whole title',
    titled('canopy reconstruction', 'The', 'A second look'),
    'The canopy reconstruction: A second look',
  ],
  ['a prefix that the title has already', titled('The roots', 'The'), 'The roots'],
  ['a word that only begins like the prefix', titled('Therapy', 'The'), 'The Therapy'],
  ['a prefix with an apostrophe', titled('étude', 'L’'), 'L’étude'],
  ['a subtitle that the title has already', titled('Roots: a study', null, 'A study'), 'Roots: a study'],
  ['a question with a subtitle', titled('Why?', null, 'Because'), 'Why? Because'],
  ['only a subtitle', titled('', 'The', 'rest'), ''],
  ['nothing', titled(null), ''],
  ['italics', titled('<em>Oryza</em> in H<sub>2</sub>O'), '<i>Oryza</i> in H<sub>2</sub>O'],
  ['tags typed as entities', titled('CO&lt;sub&gt;2&lt;/sub&gt;'), 'CO<sub>2</sub>'],
  ['a sign that is no tag', titled('p < 0.05 & q > 1'), 'p &lt; 0.05 &amp; q &gt; 1'],
  ['formatting that titles have not', titled('<p><strong>Bold</strong><br>move</p>'), 'Bold move'],
  ['a script', titled('<script>x</script>'), '&lt;script&gt;x&lt;/script&gt;'],
  ['a tag that never ends', titled('<i>open'), '&lt;i&gt;open'],
])('%s', (_what, markup, expected) => {
  expect(markup).toBe(expected)
})

test.each([
  ['<p class="MsoNormal" style="x">Words <o:p></o:p>of <b>Word</b></p>', true],
  ['<p>p < 0.05 and a > b</p>', true],
  ['<p>one<p>two', true],
  ['<div>kept <script>alert(1)</script>words</div>', true],
  ['<p>&eacute;t&eacute; &nbsp;&mdash; &alpha;</p>', true],
  ['<!-- note -->text<style>p{}</style>', true],
  ['<form><textarea>unseen</textarea>seen</form>', true],
])('%s keeps its words', (html, keepsWords) => {
  expect(cleanedHtml(html).keepsWords).toBe(keepsWords)
  expect(cleanedHtml(html).html).not.toMatch(/<script|<o:p|style=/)
})

test('words that are lost are told', () => {
  expect(cleanedHtml('a<b and then nothing').keepsWords).toBe(true)
  expect(cleanedHtml('<select><option>a choice</option></select>').html).not.toContain('<')
  expect(cleanedHtml('<xmp>plain</xmp>').keepsWords).toBe(false)
})

test.each([
  ['<p><br></p>', true],
  ['&nbsp;', true],
  ['', true],
  ['<p><img src="a.png"></p>', false],
  ['<p>.a</p>', false],
])('%s is empty: %s', (html, isEmpty) => {
  expect(isEmptyHtml(html)).toBe(isEmpty)
})
