import { PDFDocument, PDFRawStream, decodePDFRawStream, PDFHexString, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ACTIVE_PDFS, aRealPdf, type PdfObjects } from '../../../tests/pdf-files.ts'
import { cleanFile } from './clean-file.ts'
import { HELD_BACK } from './held-back.ts'
import { pdfPages } from './pdf-text.ts'

const PDF = 'application/pdf'
const PERSON = 'Ayesha Qureshi'
const NAMES = [PERSON, 'Qureshi', 'ayesha.q@example.org']
const UTF16 = `<feff${Buffer.from(PERSON, 'utf16le').swap16().toString('hex')}>`

const stream = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`

/** An annotated page, whose author is named wherever programs name one. */
const ANNOTATED: PdfObjects = {
  4: `<</Type/Annot/Subtype/Text/Rect[9 9 20 20]/T(${PERSON})/NM(${PERSON}-1)/M(D:20240506070809)/Contents(Measure this again.)/Popup 5 0 R>>`,
  5: `<</Type/Annot/Subtype/Popup/Rect[9 9 20 20]/T ${UTF16}/Parent 4 0 R>>`,
  6: `<</Subtype/Highlight/Rect[9 9 20 20]/T ${UTF16}/Contents(Unclear.)/RC(<p>Unclear.</p>)>>`,
  7: stream(`<x:xmpmeta><dc:creator>${PERSON}</dc:creator></x:xmpmeta>`, '/Type/Metadata/Subtype/XML'),
  8: `<</Title(Notes of ${PERSON})/Author ${UTF16}/Creator(Word of ${PERSON})>>`,
  9: stream('BT /F1 12 Tf 20 100 Td (Leaves in spring) Tj ET'),
  10: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  11: stream(`xmp ${PERSON}`, '/Type/Metadata/Subtype/XML'),
  12: `(an object of ${PERSON} that nothing leads to)`,
}
const page = `/Annots[4 0 R 5 0 R 6 0 R]/Contents 9 0 R/Resources<</Font<</F1 10 0 R>>>>/Metadata 11 0 R/PieceInfo<</Word<</Private(${PERSON})/LastModified(D:20240506)>>>>/LastModified(D:20240506)`
const annotated = (more: { objects?: PdfObjects; catalog?: string; compressed?: boolean } = {}) =>
  aRealPdf({
    page,
    catalog: `/Metadata 7 0 R${more.catalog ?? ''}`,
    trailer: `/Info 8 0 R/ID[(${PERSON})(${PERSON})]`,
    objects: { ...ANNOTATED, ...more.objects },
    ...(more.compressed ? { compressed: true } : {}),
  })

/** The same with a second version after the first, as programs save: the first one is still in the file. */
function withUpdate(): Buffer {
  const first = annotated().toString('latin1')
  const body = `4 0 obj\n<</Type/Annot/Subtype/Text/Rect[9 9 20 20]/T(${PERSON})/Contents(Second thoughts.)>>\nendobj\n`
  const at = (text: string) => String(first.length + text.length).padStart(10, '0')
  const table = `xref\n4 1\n${at('')} 00000 n \ntrailer\n<</Size 13/Root 1 0 R/Info 8 0 R/Prev ${/startxref\n(\d+)/.exec(first)![1]}>>\nstartxref\n${first.length + body.length}\n%%EOF\n`
  return Buffer.from(`${first}${body}${table}`, 'latin1')
}

/** All that a PDF contains as one text: its bytes, its streams unpacked, its strings decoded. */
async function everything(content: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(content, { updateMetadata: false })
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  const streams = objects
    .filter((object) => object instanceof PDFRawStream)
    .map((each) => decodePDFRawStream(each).decode())
  const readings = [content, ...streams].flatMap((bytes) => {
    const buffer = Buffer.from(bytes)
    const even = Buffer.from(buffer.subarray(0, buffer.length & ~1)).swap16()
    return [buffer.toString('latin1'), buffer.toString('utf16le'), even.toString('utf16le')]
  })
  const written = objects.map(String).join('\n')
  const strings = [...written.matchAll(/<([\da-fA-F]+)>/g)].map(([, hex]) => PDFHexString.of(hex!).decodeText())
  return [...readings, written, ...strings].join('\n')
}

async function cleaned(content: Buffer): Promise<Uint8Array> {
  const answer = await cleanFile(content, PDF, NAMES)
  if (!('cleaned' in answer)) throw new Error(answer.heldBack)
  return answer.cleaned
}

describe.each([
  ['an annotated PDF', annotated()],
  ['one in compressed object streams', annotated({ compressed: true })],
  ['one that was saved twice', withUpdate()],
])('%s', (what, content) => {
  test('names its author in no part', async () => {
    expect(await everything(content)).toContain('Qureshi')
    const all = await everything(await cleaned(content))
    for (const name of ['Ayesha', 'Qureshi', '20240506', 'xmpmeta']) expect(all.includes(name), name).toBe(false)
  })

  test('keeps its pages and what was noted on them, by "Reviewer"', async () => {
    const copy = await cleaned(content)
    const all = await everything(copy)
    for (const text of [
      '(Reviewer)',
      'Unclear.',
      what.includes('twice') ? 'Second thoughts.' : 'Measure this again.',
    ]) {
      expect(all).toContain(text)
    }
    expect((await pdfPages(copy)).map((lines) => lines.map(({ text }) => text))).toEqual([['Leaves in spring']])
  })

  test('is one version, without what nothing leads to', async () => {
    const copy = Buffer.from(await cleaned(content)).toString('latin1')
    expect(copy.match(/startxref/g)).toHaveLength(1)
    const all = await everything(Buffer.from(copy, 'latin1'))
    expect(all).not.toContain('nothing leads to')
    if (what.includes('twice')) expect(all).not.toContain('Measure this again.')
  })
})

test('a photograph on a page loses what its camera wrote', async () => {
  const document = await PDFDocument.create()
  const camera = sharp({ create: { width: 40, height: 20, channels: 3, background: 'green' } }).jpeg()
  const photograph = await camera.withExif({ IFD0: { Artist: PERSON } }).toBuffer()
  document.addPage().drawImage(await document.embedJpg(photograph))
  const content = Buffer.from(await document.save())
  expect(content.includes(PERSON)).toBe(true)
  const copy = await PDFDocument.load(await cleaned(content))
  const image = copy.context.enumerateIndirectObjects().find(([, object]) => String(object).includes('DCTDecode'))![1]
  const picture = await sharp((image as PDFRawStream).contents).metadata()
  expect([picture.width, picture.exif]).toEqual([40, undefined])
})

describe('a name that people read holds the file back until an editor has read it', () => {
  const heldBack = (name: string) => ({ heldBack: HELD_BACK.inText(name) })
  const typed = (content: string) => annotated({ objects: { 9: stream(content) } })

  test.each([
    ['on a page', typed(`BT /F1 12 Tf 20 100 Td (By ${PERSON}) Tj ET`), PERSON],
    ['on a page, letter by letter', typed('BT /F1 12 Tf 20 100 Td [(Qur)-10(es)5(hi)] TJ ET'), 'Qureshi'],
    [
      'in a comment',
      annotated({ objects: { 6: `<</Subtype/Text/Rect[9 9 20 20]/Contents(I am ${PERSON})>>` } }),
      PERSON,
    ],
    [
      'in the drawing of a comment',
      annotated({
        objects: {
          6: '<</Subtype/FreeText/Rect[9 9 20 20]/AP<</N 13 0 R>>>>',
          13: stream('BT [(Dr Qur)3(eshi)] TJ ET', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
        },
      }),
      'Qureshi',
    ],
  ])('%s', async (_where, content, name) => {
    const answer = await cleanFile(content, PDF, NAMES)
    expect(answer).toMatchObject(heldBack(name))
    expect('mayRelease' in answer && Buffer.from(answer.mayRelease!).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('a stamp, which may be a signature', async () => {
    const answer = await cleanFile(annotated({ objects: { 6: '<</Subtype/Stamp/Rect[9 9 20 20]>>' } }), PDF, NAMES)
    expect(answer).toMatchObject({ heldBack: HELD_BACK.stamp })
    expect(answer).toHaveProperty('mayRelease')
  })

  test('text set in a font of its own', async () => {
    const document = await PDFDocument.create()
    document.addPage().drawText('Dr Qureshi', { font: await document.embedFont(StandardFonts.TimesRoman) })
    expect(await cleanFile(Buffer.from(await document.save()), PDF, NAMES)).toMatchObject(heldBack('Qureshi'))
  })
})

describe('what cannot be cleaned is held back', () => {
  test.each(Object.entries(ACTIVE_PDFS))('%s', async (name, given) => {
    const sentence = /attach/.test(name) ? HELD_BACK.embedded : HELD_BACK.script
    expect(await cleanFile(aRealPdf(given), PDF, NAMES)).toEqual({ heldBack: sentence })
  })

  test.each([['a signature', '/AcroForm<</Fields[6 0 R]/SigFlags 3>>', HELD_BACK.signed]])(
    '%s',
    async (_what, catalog, heldBack) => {
      const objects = {
        6: '<</Subtype/Widget/FT/Sig/T(Signature1)/Rect[0 0 0 0]/V 13 0 R>>',
        13: `<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>/Name(${PERSON})>>`,
      }
      expect(await cleanFile(annotated({ catalog, objects }), PDF, NAMES)).toEqual({ heldBack })
    },
  )

  test('a password', async () => {
    const objects = { 9: '<</Filter/Standard/V 1/R 2/O(a)/U(b)/P -4>>' }
    const content = aRealPdf({ objects, trailer: '/Encrypt 9 0 R/ID[(a)(b)]' })
    expect(await cleanFile(content, PDF, NAMES)).toEqual({ heldBack: HELD_BACK.protected })
  })

  test.each([
    ['nothing but its first line', Buffer.from('%PDF-1.7\n')],
    ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000, 'plant [<< 1 0 obj')])],
    ['pages that contain one another', aRealPdf({ objects: { 2: '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>' } })],
    ['a page tree without pages', aRealPdf({ objects: { 2: '<</Type/Pages/Kids[]/Count 0>>' } })],
  ])('%s', async (_what, content) => {
    expect(await cleanFile(content, PDF, NAMES)).toEqual({ heldBack: HELD_BACK.unreadable })
  })
})

test('objects that refer to one another are each cleaned once', async () => {
  const objects = { 13: `<</A 14 0 R/Metadata 7 0 R>>`, 14: `<</B 13 0 R/C[14 0 R 13 0 R]>>` }
  const all = await everything(await cleaned(annotated({ catalog: '/X 13 0 R', objects })))
  expect(all).not.toContain('Qureshi')
})
