import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { pdfFindings } from '../pdf/pdf-findings.ts'
import { readBody } from '../jats/read/body.ts'
import { parseJats } from '../jats/model/parse.ts'
import { readJats } from '../jats/read/article.ts'
import { typesetArticle } from './article-pdf.ts'
import { placeInJournal } from './words.ts'

const document = parseJats(readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/jats/plain.xml')))
const set = () => typesetArticle(readJats(document), readBody(document))

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
