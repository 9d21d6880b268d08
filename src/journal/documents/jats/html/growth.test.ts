import type { Document } from '@xmldom/xmldom'
import { describe, expect, test } from 'vitest'
import { tooSteep } from '../../../../../tests/adversarial/growth.ts'
import { times } from '../../../../../tests/support/long.ts'
import { readBody } from '../read/body.ts'
import { parseJats } from '../model/parse.ts'
import { renderFullText } from './render.ts'

/** Texts built so that a careless walk would look at everything once for everything else. */
const SHAPES: [name: string, shape: (count: number) => string][] = [
  ['paragraphs', (count) => `<body>${'<p>a</p>'.repeat(count)}</body>`],
  ['sections', (count) => `<body>${'<sec><title>a</title><p>b</p></sec>'.repeat(count)}</body>`],
  [
    'nested sections',
    (count) =>
      `<body>${`${'<sec><title>a</title>'.repeat(90)}${'</sec>'.repeat(90)}`.repeat(Math.ceil(count / 90))}</body>`,
  ],
  [
    'citations of one reference',
    (count) =>
      `<body>${'<sec><title>1. a</title><p><xref rid="r">1</xref></p></sec>'.repeat(count)}</body><back><ref-list><ref id="r"><mixed-citation>a</mixed-citation></ref></ref-list></back>`,
  ],
  [
    'references and their citations',
    (count) =>
      `<body><p>${Array.from({ length: count }, (_, at) => `<xref rid="r${at}">1</xref>`).join(', ')}</p></body><back><ref-list>${Array.from({ length: count }, (_, at) => `<ref id="r${at}"><element-citation><year>1</year><source>a</source></element-citation></ref>`).join('')}</ref-list></back>`,
  ],
  ['a citation of many', (count) => `<body><p><xref rid="${'r '.repeat(count)}">1</xref></p><p id="r">a</p></body>`],
  [
    'floats that cite each other',
    (count) =>
      `<body><p><xref rid="f0">1</xref></p></body><floats-group>${Array.from({ length: count }, (_, at) => `<fig id="f${at}"><caption><p><xref rid="f${at + 1}">1</xref><xref rid="f0">1</xref></p></caption></fig>`).join('')}</floats-group>`,
  ],
  [
    'floats that nothing cites',
    (count) =>
      `<body><p>a</p></body><floats-group>${'<fig id="f"><label>1</label></fig>'.repeat(count)}</floats-group>`,
  ],
  ['figures in a paragraph', (count) => `<body><p>a ${'<fig id="f"/>'.repeat(count)} b</p></body>`],
  ['figures in a mark', (count) => `<body><p><bold>a ${'<fig/>'.repeat(count)}</bold></p></body>`],
  ['a figure after a long text', (count) => `<body><p>${'a '.repeat(count)}${'<fig/>'.repeat(count)}</p></body>`],
  [
    'a table of many rows',
    (count) =>
      `<body><table-wrap><table>${'<tr><td rowspan="9000" colspan="90">a</td><td>1</td></tr>'.repeat(count)}</table></table-wrap></body>`,
  ],
  [
    'a table of many columns',
    (count) =>
      `<body><table-wrap><table><thead><tr>${'<th colspan="1000">a</th>'.repeat(count)}</tr></thead><tr>${'<td style="background:#f00;">1</td>'.repeat(count)}</tr></table></table-wrap></body>`,
  ],
  [
    'tables in one wrap',
    (count) =>
      `<body><table-wrap><label>${'a'.repeat(count)}</label>${'<table><tr><td>a</td></tr></table>'.repeat(count)}</table-wrap></body>`,
  ],
  [
    'notes of a table',
    (count) =>
      `<body><table-wrap id="t">${'<table-wrap-foot><fn><label>a</label><p>b</p></fn></table-wrap-foot>'.repeat(count)}</table-wrap></body>`,
  ],
  ['notes in the text', (count) => `<body><p>${'a<fn><p>b</p></fn>'.repeat(count)}</p></body>`],
  [
    'supplementary files',
    (count) =>
      `<body><sec>${'<supplementary-material><caption><p>a</p></caption></supplementary-material>'.repeat(count)}</sec></body>`,
  ],
  [
    'formulas',
    (count) =>
      `<body><p>${'<inline-formula><math><mfenced><mi mathvariant="bold">a</mi><mi>b</mi></mfenced></math></inline-formula>'.repeat(count)}</p></body>`,
  ],
  [
    'nested formulas',
    (count) =>
      `<body><p>${`<math>${'<mrow><mi>a</mi>'.repeat(90)}${'</mrow>'.repeat(90)}</math>`.repeat(Math.ceil(count / 90))}</p></body>`,
  ],
  [
    'one fence with many separators',
    (count) =>
      `<body><p><math><mfenced separators="${',;'.repeat(count)}">${'<mi>a</mi>'.repeat(count)}</mfenced></math></p></body>`,
  ],
  [
    'a table of formulas',
    (count) =>
      `<body><p><math><mtable columnalign="${'left '.repeat(count)}">${'<mtr><mtd><mi>a</mi></mtd></mtr>'.repeat(count)}</mtable></math></p></body>`,
  ],
  [
    'definitions with one label',
    (count) =>
      `<body><def-list><def-item><label>${'a'.repeat(count)}</label>${'<term>b</term>'.repeat(count)}</def-item></def-list></body>`,
  ],
  [
    'a long title over many paragraphs',
    (count) => `<body><sec><title>${'a '.repeat(count)}</title>${'<p>b</p>'.repeat(count)}</sec></body>`,
  ],
  [
    'keywords of a section',
    (count) => `<body><sec><sec-meta><kwd-group>${'<kwd>a</kwd>'.repeat(count)}</kwd-group></sec-meta></sec></body>`,
  ],
  [
    'statements',
    (count) =>
      `<body><p>a</p></body><back>${'<fn-group><fn id="f"><label>1</label><p>a</p></fn></fn-group><ack><p>b</p></ack>'.repeat(count)}</back>`,
  ],
  [
    'sub-articles',
    (count) =>
      `<body><p>a</p></body>${'<sub-article><body><sec><title>a</title><p>b</p></sec></body></sub-article>'.repeat(count)}`,
  ],
  ['unknown elements', (count) => `<body><p>${'<a><b>c</b></a>'.repeat(count)}</p></body>`],
  [
    'entries of a reference',
    (count) =>
      `<body><p>a</p></body><back><ref-list><ref><mixed-citation>${'<name><surname>a</surname></name><year>1</year>. <pub-id pub-id-type="doi">10.5555/a</pub-id>'.repeat(count)}</mixed-citation></ref></ref-list></back>`,
  ],
]

const COUNT = times(200, 4_000)
const parsed = new Map<string, Document>()
/** Parsing is measured elsewhere. */
const documentOf = (xml: string): Document => {
  const known = parsed.get(xml) ?? parseJats(Buffer.from(`<article>${xml}</article>`))
  parsed.set(xml, known)
  return known
}

describe('four times as many take about four times as long', () => {
  test.each(SHAPES)('%s, as HTML', (_name, shape) => {
    const work = (xml: string) => renderFullText(documentOf(xml), { image: () => undefined })
    expect(tooSteep(work, shape, COUNT)).toBeNull()
    parsed.clear()
  })

  test.each(SHAPES)('%s, for print', (_name, shape) => {
    expect(tooSteep((xml) => readBody(documentOf(xml)), shape, COUNT)).toBeNull()
    parsed.clear()
  })
})

test('the HTML is no multiple of its XML, however titles and labels are repeated', () => {
  const long = 'a'.repeat(100_000)
  const text = renderFullText(
    documentOf(
      `<body><sec><title>${long}</title>${'<sec><title>b</title><p>c</p></sec>'.repeat(20_000)}<fig><label>${long}</label></fig></sec></body>`,
    ),
    { image: () => undefined },
  )!
  expect(text.parts.length).toBeGreaterThan(3)
  expect(text.parts.join('').length).toBeLessThan(5_000_000)
  expect(JSON.stringify(text.passages).length).toBeLessThan(10_000_000)
})

test('more rows than a call may have arguments do not exceed the stack', () => {
  const text = renderFullText(
    documentOf(
      `<body><table-wrap id="t"><table>${'<tr><td/></tr>'.repeat(130_000)}</table></table-wrap></body><back><ack><p>a</p></ack></back>`,
    ),
    { image: () => undefined },
  )!
  expect(text.outline.tables).toHaveLength(1)
}, 120_000)
