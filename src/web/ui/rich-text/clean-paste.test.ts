import { DOMParser } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { sanitiseRichText } from '../../../platform/html/sanitise.ts'
import { cleanPastedText } from './clean-paste.ts'
import { withoutStyles, type Source } from './paste/source.ts'
import { cleanTree } from './paste/walk.ts'

/** In the browser the DOM parser is used; here well-formed input is parsed without a document. */
function clean(body: string) {
  const names = 'xmlns:o="urn:o" xmlns:w="urn:w" xmlns:v="urn:v"'
  const root = new DOMParser().parseFromString(`<body ${names}>${withoutStyles(body)}</body>`, 'text/html')
  return cleanTree(root.documentElement as unknown as Source)
}

const cases: [name: string, pasted: string, kept: string][] = [
  [
    'a paragraph of Word',
    `<p class="MsoNormal" style="margin:0cm;text-align:justify"><span lang="EN-GB" style="font-family:'Times New Roman',serif;mso-fareast-language:EN-GB;color:black">Leaves
     of <i style="mso-bidi-font-style:normal">Ferula</i>.<o:p></o:p></span></p>`,
    '<p>Leaves of <em>Ferula</em>.</p>',
  ],
  ['empty paragraphs', '<p class="MsoNormal"><o:p>&#160;</o:p></p><p>a</p><p><br/></p><p> </p>', '<p>a</p>'],
  [
    'styles that say a mark',
    `<p><span style="font-weight:700">a</span><span style="font-style:italic">b</span><span style="text-decoration:underline">c</span><span style="text-decoration:line-through">d</span><span style="vertical-align:sub">e</span><span style="vertical-align: super">f</span></p>`,
    '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><sub>e</sub><sup>f</sup></p>',
  ],
  [
    'marks that go on over several runs',
    '<p><b>bold <i>and</i> slanted</b></p>',
    '<p><strong>bold <em>and</em> slanted</strong></p>',
  ],
  [
    'the bold of Google Docs that is none',
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400">CO</span><span style="font-size:0.6em;font-weight:400;vertical-align:sub">2</span></p></b>',
    '<p>CO<sub>2</sub></p>',
  ],
  [
    'lists of Word',
    `<p class="MsoListParagraphCxSpFirst" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span style="font:7.0pt 'Times New Roman'">&#160;&#160; </span></span>Sowing</p>
     <p class="MsoListParagraphCxSpMiddle" style="mso-list:l0 level2 lfo1"><span><span style="mso-list:Ignore">o<span>&#160;</span></span></span>in sand<o:p></o:p></p>
     <p class="MsoListParagraphCxSpLast" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.<span>&#160;</span></span>Pricking out</p>
     <p class="MsoNormal">Then</p>
     <p class="MsoListParagraph" style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">·<span>&#160;</span></span>Watering</p>`,
    '<ol><li><p>Sowing</p><ul><li><p>in sand</p></li></ul></li><li><p>Pricking out</p></li></ol><p>Then</p><ul><li><p>Watering</p></li></ul>',
  ],
  [
    'lists of Google Docs, which stand in one another without an item between',
    '<ul><li aria-level="1"><p role="presentation"><span>a</span></p></li><ul><li aria-level="2"><p>b</p></li></ul><li aria-level="1"><p>c</p></li></ul>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>',
  ],
  [
    'items of several paragraphs',
    '<ol><li><p>a</p><p>b</p><ul><li>c</li></ul></li></ol>',
    '<ol><li><p>a</p><p>b</p><ul><li><p>c</p></li></ul></li></ol>',
  ],
  [
    'headings',
    '<p class="MsoTitle">Phenology</p><h2 style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.1 </span><b>Methods</b></h2><h5>Sites</h5>',
    '<h1>Phenology</h1><h2>Methods</h2><h3>Sites</h3>',
  ],
  [
    'links',
    '<p><a href="https://example.org/?a=1&amp;b=2" style="text-decoration:none"><span style="color:#15c;text-decoration:underline">here</span></a> <a href="javascript:alert(1)">there</a> <a name="_Toc1">anchor</a></p>',
    '<p><a href="https://example.org/?a=1&amp;b=2">here</a> there anchor</p>',
  ],
  [
    'comments, deletions under review and what is hidden',
    '<p>a<!-- b --><span style="mso-special-character:comment">c</span><del cite="mailto:x" datetime="2026-01-01T10:00">d</del><span style="display:none">e</span><span class="MsoCommentReference">f</span><ins>g</ins></p><div style="mso-element:comment-list"><p>h</p></div>',
    '<p>ag</p>',
  ],
  ['script and style', '<style>p{color:red}</style><script>alert(1)</script><p onclick="x()">a</p>', '<p>a</p>'],
  ['fonts and colours', '<p><font color="#ff0000" face="Arial">a</font></p>', '<p>a</p>'],
  ['text that looks like markup', '<p>p &lt; 0.05 &amp; &lt;b&gt;</p>', '<p>p &lt; 0.05 &amp; &lt;b&gt;</p>'],
  ['alignment', '<p align="center">a</p><p style="text-align:right">b</p>', '<p class="align-center">a</p><p class="align-right">b</p>'], // prettier-ignore
  ['two breaks for a paragraph', '<div>a<br/><br/>b<br/>c</div>', '<p>a</p><p>b<br>c</p>'],
  ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>', '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>'], // prettier-ignore
  [
    'a table, row by row',
    '<table><tr><td><p>Dr A. Khan</p></td><td><p>Multan</p></td><td></td></tr><tr><td>Dr B. Shah</td><td>Lahore</td></tr></table>',
    '<p>Dr A. Khan | Multan</p><p>Dr B. Shah | Lahore</p>',
  ],
  [
    'a table that lays out a page',
    '<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>',
    '<p>a</p><p>b</p><p>c</p>',
  ],
  ['runs of spaces', '<p>a<span style="mso-spacerun:yes">&#160;&#160; </span>b</p>', '<p>a b</p>'],
  ['spaces between marks', '<p><b>a </b> <i> b</i></p>', '<p><strong>a </strong><em>b</em></p>'],
  ['zero-width characters', '<p>a\u200Bb\uFEFF</p>', '<p>ab</p>'],
]

test.each(cases)('%s', (_name, pasted, kept) => {
  const { html } = clean(pasted)
  expect(html).toBe(kept)
  // The server's sanitiser removes nothing more; it only normalises links and line breaks.
  expect(sanitiseRichText(html).replaceAll(' rel="noopener"', '').replaceAll('<br />', '<br>')).toBe(html)
})

test('pictures come along when the browser can read them, and are counted when not', () => {
  const { html, picturesLeftOut } = clean(
    '<p>a<img src="https://example.org/leaf.png" alt="A &quot;leaf&quot;" width="3"/></p><p><img src="file:///C:/Temp/image001.png"/></p>',
  )
  expect(html).toBe('<p>a<img src="https://example.org/leaf.png" alt="A &quot;leaf&quot;"></p>')
  expect(picturesLeftOut).toBe(1)
})

test('styles are hidden from the parser, whatever quotes they use', () => {
  expect(withoutStyles(`<p class=a style='x:"y"' STYLE = b>style="c"</p><style>p{}</style><b title=" style=">`)).toBe(
    `<p class=a data-pasted-style='x:"y"' data-pasted-style = b>style="c"</p><b title=" data-pasted-style=">`,
  )
})

test('event handlers are hidden from it as well', () => {
  expect(withoutStyles(`<img src=x onerror=alert(1)><svg/onload="x()"><p title="on = off">on=1</p>`)).toBe(
    `<img src=x data-pasted-onerror=alert(1)><svg/data-pasted-onload="x()"><p title="on = off">on=1</p>`,
  )
})

test('plain text loses what forms refuse', () => {
  expect(cleanPastedText('a\u000Bb\u0000\u0007\tc\r\n\u200Bd')).toBe('a\nb\tc\r\nd')
})
