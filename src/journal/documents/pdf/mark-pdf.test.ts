import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodePDFRawStream, degrees, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { twoPages } from '../../../../tests/support/pdf-pages.ts'
import { pdfaProblems } from '../../../../tests/support/pdf-a.ts'
import { parseJats } from '../jats/model/parse.ts'
import { readJats } from '../jats/read/article.ts'
import { readBody } from '../jats/read/body.ts'
import { typesetArticle } from '../typesetting/article-pdf.ts'
import markPdf, { type PdfMark } from './mark-pdf.ts'
import { pdfPages } from './pdf-text.ts'

const MARK: PdfMark = {
  band: 'Retracted on May 19, 2026. Notice: https://doi.org/10.5555/notice',
  word: 'RETRACTED',
  title: 'RETRACTED: Roots <i> & shoots of Kovář',
  cover: { title: 'RETRACTED: Roots', lines: ['Retracted on May 19, 2026: the plates are not from Ferula.'] },
}

const linesOf = async (content: Uint8Array) =>
  (await pdfPages(content)).map((lines) => lines.map(({ text }) => text).join('\n'))

async function xmpOf(content: Uint8Array): Promise<string> {
  const { catalog } = await PDFDocument.load(content, { updateMetadata: false })
  return Buffer.from(decodePDFRawStream(catalog.lookup(PDFName.of('Metadata')) as PDFRawStream).decode()).toString()
}

async function aPdf(change: (pdf: PDFDocument) => void | Promise<void>): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await twoPages())
  await change(pdf)
  return pdf.save()
}

describe('the mark on a PDF', () => {
  test('is on every page, and what was there stays', async () => {
    const { marked, isCover } = await markPdf(await twoPages(), MARK)
    expect(isCover).toBe(false)
    const pages = await linesOf(marked)
    expect(pages).toHaveLength(2)
    for (const page of pages) {
      expect(page).toContain(MARK.band)
      expect(page).toContain('RETRACTED')
    }
    const { context } = await PDFDocument.load(marked)
    const drawn = context
      .enumerateIndirectObjects()
      .flatMap(([, one]) => (one instanceof PDFRawStream && !one.dict.has(PDFName.of('Subtype')) ? [one] : []))
      .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
      .join('\n')
    expect(drawn).toContain('1 0 0 1 50 230 cm')
    expect(drawn.match(/\/Artifact <<\/Type \/Pagination \/Subtype \/Watermark>> BDC/g)).toHaveLength(2)
    expect(drawn.match(/\/Artifact <<\/Type \/Pagination \/Subtype \/Header>> BDC/g)).toHaveLength(2)
    expect(drawn.match(/\bEMC\b/g)).toHaveLength(4)
  })

  test.each([0, 90, 180, 270])('is at the top of a page that is turned by %d degrees', async (angle) => {
    const content = await aPdf((pdf) => pdf.getPages()[0]!.setRotation(degrees(angle)))
    const [first] = await pdfPages((await markPdf(content, MARK)).marked)
    const band = first!.find(({ text }) => text === MARK.band)!
    // Near the side that is the upper one as it is seen, in the space of the page: 210 by 297.
    const fromTop = { 0: 297 - band.y, 90: band.x, 180: band.y, 270: 210 - band.x }[angle]!
    expect(fromTop).toBeGreaterThan(5)
    expect(fromTop).toBeLessThan(15)
  })

  test('leaves a file that is fit for archives fit for them, its pages as they were', async () => {
    const document = parseJats(
      await readFile(join(import.meta.dirname, '../../../../tests/fixtures/jats/full-text.xml')),
    )
    const { pdf } = await typesetArticle(readJats(document), readBody(document))
    const { marked } = await markPdf(pdf, MARK)
    expect(await pdfaProblems(marked)).toEqual([])
    const [before, after] = [await linesOf(pdf), await linesOf(marked)]
    expect(after).toHaveLength(before.length)
    for (const [index, page] of after.entries()) {
      expect(page).toContain(MARK.band)
      for (const line of before[index]!.split('\n')) expect(page).toContain(line)
    }
    expect(await xmpOf(marked)).toContain('RETRACTED: Roots &#60;i&#62;')
  })

  test('respects a page that is cut, and shortens no band', async () => {
    const content = await aPdf((pdf) => pdf.getPages()[0]!.setCropBox(20, 30, 120, 200))
    const [first] = await pdfPages((await markPdf(content, MARK)).marked)
    const band = first!.find(({ text }) => text === MARK.band)!
    expect(band.x).toBeGreaterThanOrEqual(20)
    expect(band.y).toBeLessThan(230)
    expect(band.y).toBeGreaterThan(215)
  })

  test.each<[string, (pdf: PDFDocument) => void]>([
    ['no metadata', () => {}],
    [
      'a title',
      (pdf) => setXmp(pdf, '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Roots</rdf:li></rdf:Alt></dc:title>'),
    ],
    ['metadata without a title', (pdf) => setXmp(pdf, '<dc:format>application/pdf</dc:format>')],
  ])('the title of a file with %s begins with the word, in both properties', async (_what, change) => {
    const { marked } = await markPdf(await aPdf(change), MARK)
    expect((await PDFDocument.load(marked, { updateMetadata: false })).getTitle()).toBe(MARK.title)
    const xmp = await xmpOf(marked)
    expect(xmp.match(/<dc:title>/g)).toHaveLength(1)
    expect(xmp).toContain('RETRACTED: Roots &#60;i&#62; &#38; shoots of Kovář')
    expect(xmp).not.toContain('>Roots<')
  })

  test('leaves the title alone where no word stands before it', async () => {
    const { marked } = await markPdf(await aPdf((pdf) => pdf.setTitle('Roots')), { ...MARK, title: null })
    expect((await PDFDocument.load(marked, { updateMetadata: false })).getTitle()).toBe('Roots')
  })

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['is protected', () => aPdf((pdf) => pdf.encrypt({ ownerPassword: 'plant', userPassword: '' }))],
    ['is damaged', () => Buffer.from('%PDF-1.7\nnothing of a PDF')],
    ['is empty', () => new Uint8Array()],
  ])('is a page in place of a file that %s', async (_what, content) => {
    const { marked, isCover } = await markPdf(await content(), MARK)
    expect(isCover).toBe(true)
    const [page] = await linesOf(marked)
    expect(page).toContain(MARK.band)
    expect(page).toContain('the plates are not from Ferula')
    expect((await PDFDocument.load(marked)).getTitle()).toBe(MARK.title)
  })

  test('letters that the font does not know do not stop it', async () => {
    const { marked } = await markPdf(await twoPages(), { ...MARK, band: '撤回 “Retracted” – Kovář' })
    expect((await linesOf(marked))[0]).toContain('?? "Retracted" - Kov')
  })

  test('five hundred pages are marked, each once', async () => {
    const content = await aPdf(async (pdf) => {
      for (let number = 2; number < 500; number++) pdf.addPage([595, 842])
    })
    const { marked } = await markPdf(content, MARK)
    const pages = await linesOf(marked)
    expect(pages).toHaveLength(500)
    expect(pages.every((page) => page.split(MARK.band).length === 2)).toBe(true)
    expect(marked.length).toBeLessThan(content.length + 500 * 2_000)
  })
})

function setXmp(pdf: PDFDocument, inner: string): void {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`
  const stream = pdf.context.stream(Buffer.from(xmp), { Type: 'Metadata', Subtype: 'XML' })
  pdf.catalog.set(PDFName.of('Metadata'), pdf.context.register(stream))
}
