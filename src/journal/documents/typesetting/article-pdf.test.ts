import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { furthestRight, textOfPages } from '../../../../tests/support/pdf-words.ts'
import { pdfaProblems } from '../../../../tests/support/pdf-a.ts'
import { pdfFindings } from '../pdf/pdf-findings.ts'
import { readBody } from '../jats/read/body.ts'
import { parseJats } from '../jats/model/parse.ts'
import { readJats } from '../jats/read/article.ts'
import { type SetArticle, typesetArticle } from './article-pdf.ts'
import { pictureForPrint } from './pictures.ts'
import { collect } from './sheet.ts'
import { placeInJournal } from './words.ts'

const document = parseJats(readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/jats/plain.xml')))
const set = async () => (await typesetArticle(readJats(document), readBody(document))).pdf

/** The text strings of a PDF's objects: titles and links are stored as plain text or in UTF-16. */
const open = (pdf: Uint8Array): string => {
  const raw = Buffer.from(pdf).toString('latin1')
  const unicode = [...raw.matchAll(/\(\xfe\xff((?:\\.|[^\\)])*)\)/gs)].map(([, text]) =>
    Buffer.from(text!.replace(/\\([\s\S])/g, '$1'), 'latin1')
      .swap16()
      .toString('utf16le'),
  )
  return [raw, ...unicode].join('\n')
}

describe('an article as PDF', () => {
  let pdf: Uint8Array
  beforeAll(async () => {
    pdf = await set()
  })

  test('only shows pages', async () => {
    expect(await pdfFindings(pdf)).toEqual([])
  })

  test('says what it is', () => {
    const text = open(pdf)
    expect(text).toMatch(/^%PDF-1\.7/)
    expect(text).toContain('Light & germination in Carex: CO2 at < 5 °C: a first look')
    expect(text).toContain('Bruno Kovář Jr.; Anna van der Berg')
    expect(text).toContain('Carex, light')
    expect(text).toContain(`(${journal.name})`)
    expect(text).toMatch(/\/Lang \(en\)/)
    expect(text).toMatch(/\/DisplayDocTitle true/)
  })

  test('is fit for archives', async () => {
    expect(await pdfaProblems(pdf)).toEqual([])
  })

  test('is tagged, and has a heading to jump to', () => {
    const text = open(pdf)
    expect(text).toMatch(/\/Marked true/)
    for (const tag of ['H1', 'H2', 'P', 'Table', 'TH', 'TD']) expect(text, tag).toContain(`/S /${tag}\n`)
    expect(text).toContain('Introduction')
  })

  test('embeds its fonts, with what copying text needs', () => {
    const text = open(pdf)
    expect(text).toMatch(/\/BaseFont \/\w+\+Brygada1918-Regular/)
    expect(text).toMatch(/\/BaseFont \/\w+\+PublicSans-SemiBold/)
    const fonts = text.match(/\/Subtype \/Type0/g)!.length
    expect(text.match(/\/ToUnicode/g)).toHaveLength(fonts)
    expect(text.match(/\/FontFile2/g)).toHaveLength(fonts)
  })

  test('links to its DOI, its licence and the corresponding author', () => {
    const text = open(pdf)
    for (const address of [
      'https://doi.org/10.5555/Test.1',
      'https://creativecommons.org/licenses/by/4.0/',
      'mailto:bruno@example.org',
    ]) {
      expect(text, address).toContain(`/URI (${address})`)
    }
  })

  test('is the same bytes each time', async () => {
    expect(Buffer.from(await set()).equals(Buffer.from(pdf))).toBe(true)
  })

  test('its pages are whole streams', () => {
    const raw = Buffer.from(pdf)
    const text = raw.toString('latin1')
    for (const match of text.matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)) {
      const from = match.index + match[0].length
      expect(inflateSync(raw.subarray(from, from + Number(match[1]))).length).toBeGreaterThan(0)
    }
  })
})

test('an article names its volume, issue and pages', () => {
  expect(placeInJournal(readJats(document))).toBe('Volume 7, Issue 3–4 (2024), 12–27')
})

/** A text with whatever a page can hold. */
describe('a long article with pictures', () => {
  const xml = (body: string, back = '') =>
    `<article xmlns:xlink="http://www.w3.org/1999/xlink" xml:lang="en"><front><article-meta><title-group><article-title>Mosses &amp; &lt;roots&gt;</article-title></title-group>
    <contrib-group><contrib contrib-type="author"><name><surname>Ng</surname><given-names>Ada</given-names></name></contrib><contrib contrib-type="author"><name><surname>Hu</surname><given-names>Bo</given-names></name></contrib></contrib-group>
    <pub-date><day>3</day><month>5</month><year>2026</year></pub-date></article-meta></front><body>${body}</body><back>${back}</back></article>`
  const rows = Array.from(
    { length: 120 },
    (_, row) => `<tr><th>Species ${row}</th><td>${row}.5</td><td colspan="2">wet</td></tr>`,
  )
  const TEXT = xml(
    `<sec><title>Growth</title><p>Roots of <italic>Carex</italic> grew, see <xref ref-type="fig" rid="f1">Figure 1</xref> and <xref ref-type="bibr" rid="r1">1</xref>, <xref rid="gone">elsewhere</xref>: ≤ 5 × 10<sup>−3</sup>, Ελλάδα, Россия, 稻. <ext-link xlink:href="https://example.org/a(b)">Data</ext-link></p>
    <fig id="f1"><label>Figure 1</label><caption><p>A moss.</p></caption><alt-text>A green cushion</alt-text><graphic xlink:href="moss.png"/></fig>
    <fig id="f2"><label>Figure 2</label><caption><p>A root.</p></caption><graphic xlink:href="root"/></fig>
    <list list-type="order"><list-item><p>One</p></list-item><list-item><p>Two</p></list-item></list>
    <table-wrap id="t1"><label>Table 1</label><caption><p>All plants</p></caption><table><thead><tr><td>Plant</td><td>Height</td><td colspan="2">Place</td></tr></thead><tbody>${rows.join('')}</tbody></table><table-wrap-foot><p>Measured twice.</p></table-wrap-foot></table-wrap>
    <table-wrap id="t2"><table><tbody><tr><td>short</td><td>${'A cell that is longer than a page. '.repeat(600)}</td></tr></tbody></table></table-wrap>
    <table-wrap id="t3"><table><tbody><tr>${'<td>chlorophyll-fluorescence</td>'.repeat(24)}</tr></tbody></table></table-wrap>
    <p>${'ACGT'.repeat(200)}</p></sec>`,
    '<ref-list><ref id="r1"><label>1</label><mixed-citation>Hooker JD. Sedges. https://doi.org/10.5555/x</mixed-citation></ref></ref-list>',
  )
  const picture = (alpha: number) =>
    sharp({ create: { width: 1200, height: 600, channels: 4, background: { r: 20, g: 90, b: 40, alpha } } })
      .png()
      .toBuffer()
  let made: SetArticle
  beforeAll(async () => {
    const text = parseJats(Buffer.from(TEXT))
    const pictures = new Map([['moss', (await pictureForPrint(await picture(0.4)))!]])
    made = await typesetArticle(readJats(text), readBody(text), { pictures })
  })

  test('is fit for archives, pages and all', async () => {
    expect(await pdfaProblems(made.pdf)).toEqual([])
    expect(await pdfFindings(made.pdf)).toEqual([])
  })

  test('describes its pictures, opaque and in the colours of screens', () => {
    const text = open(made.pdf)
    expect(text).toContain('A green cushion')
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(1)
    expect(text).not.toContain('/SMask')
  })

  test('says who wrote it, one by one, and escapes what XML would read', () => {
    const text = Buffer.from(made.pdf).toString()
    expect(text).toContain('<rdf:li>Ada Ng</rdf:li><rdf:li>Bo Hu</rdf:li>')
    expect(text).toContain('Mosses &amp; &lt;roots&gt;')
  })

  test('leads to its figures and references, and nowhere that is not there', () => {
    const text = open(made.pdf)
    expect(text).toMatch(/\/D \(f1\)/)
    expect(text).toMatch(/\/D \(r1\)/)
    expect(text).not.toContain('(gone)')
    expect(text).toContain('/URI (https://example.org/a\\(b\\))')
  })

  test('names the characters that no font has', () => {
    expect(made.missing).toEqual(['稻'])
  })

  test('repeats the head of a table on each of its pages, for the eye alone', async () => {
    const pages = await textOfPages(made.pdf)
    expect(pages.filter((page) => page.includes('Plant')).length).toBeGreaterThanOrEqual(3)
    expect(open(made.pdf).match(/\/S \/THead/g)).toHaveLength(1)
  })

  test('loses no word of a cell that is longer than a page', async () => {
    const words = (await textOfPages(made.pdf)).join(' ').match(/longer/g)
    expect(words).toHaveLength(600)
  })

  test('sets nothing beyond the edges of a page', async () => {
    for (const [page, width] of await furthestRight(made.pdf))
      expect(width, `page ${page}`).toBeLessThanOrEqual(595.28 - 40)
  })

  test('as a proof it says so, and has no date of publication', async () => {
    const text = parseJats(Buffer.from(TEXT))
    const { pdf } = await typesetArticle(readJats(text), readBody(text), { isProof: true })
    const [page] = await textOfPages(pdf)
    expect(page).toContain('Proof, not yet published')
    expect(page).not.toContain('May 3, 2026')
  })
})

test('what breaks the rules of archives is found', async () => {
  const document = new PDFDocument({ tagged: true })
  const bytes = collect(document)
  document.font('Helvetica').text('Loose words').link(0, 0, 10, 10, 'https://example.org/')
  document.end()
  const problems = (await pdfaProblems(await bytes)).join('\n')
  for (const clause of ['6.2.11.4.1', '6.2.3', '6.6.2', '6.7.3', '6.7.4', 'without its tag'])
    expect(problems).toContain(clause)
})
