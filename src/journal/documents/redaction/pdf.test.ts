import { PDFDocument, PDFName, PDFRawStream, decodePDFRawStream, PDFHexString, StandardFonts } from '@cantoo/pdf-lib'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACTIVE_PDFS, aRealPdf, type PdfObjects } from '../../../../tests/support/pdf-files.ts'
import { redactFile } from './redact-file.ts'
import { WITHHELD, LOOK } from './withheld.ts'
import { pdfPages } from '../pdf/pdf-text.ts'

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

async function redacted(content: Buffer): Promise<Uint8Array> {
  const answer = await redactFile(content, PDF, NAMES)
  if ('redacted' in answer) return answer.redacted
  if (answer.withheld !== LOOK.drawings || !answer.mayRelease) throw new Error(answer.withheld)
  return answer.mayRelease
}

describe.each([
  ['an annotated PDF', annotated()],
  ['one in compressed object streams', annotated({ compressed: true })],
  ['one that was saved twice', withUpdate()],
])('%s', (what, content) => {
  test('names its author in no part', async () => {
    expect(await everything(content)).toContain('Qureshi')
    const all = await everything(await redacted(content))
    for (const name of ['Ayesha', 'Qureshi', '20240506', 'xmpmeta']) expect(all.includes(name), name).toBe(false)
  })

  test('keeps its pages and what was noted on them, by "Reviewer"', async () => {
    const copy = await redacted(content)
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
    const copy = Buffer.from(await redacted(content)).toString('latin1')
    expect(copy.match(/startxref/g)).toHaveLength(1)
    const all = await everything(Buffer.from(copy, 'latin1'))
    expect(all).not.toContain('nothing leads to')
    if (what.includes('twice')) expect(all).not.toContain('Measure this again.')
  })
})

const ascii85 = (content: Buffer): string => {
  const groups = Array.from({ length: Math.ceil(content.length / 4) }, (_, at) => content.subarray(at * 4, at * 4 + 4))
  const letters = groups.map((group) => {
    let value = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE()
    const digits = Array.from({ length: 5 }, () => {
      const digit = String.fromCharCode(33 + (value % 85))
      value = Math.floor(value / 85)
      return digit
    })
    return digits
      .reverse()
      .join('')
      .slice(0, group.length + 1)
  })
  return `${letters.join('')}~>`
}

describe('a photograph on a page loses what its camera wrote', () => {
  let photograph: Buffer
  beforeAll(async () => {
    const camera = sharp({ create: { width: 40, height: 20, channels: 3, background: 'green' } }).jpeg()
    photograph = await camera
      .withExif({ IFD0: { Artist: PERSON }, IFD3: { GPSLatitudeRef: 'N' } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PERSON}</x:xmpmeta>`)
      .toBuffer()
    expect(photograph.includes(PERSON)).toBe(true)
  })
  const size = '/Width 40/Height 20/ColorSpace/DeviceRGB/BitsPerComponent 8'
  const latin = (content: Uint8Array) => Buffer.from(content).toString('latin1')
  const flat = (content: Buffer) => latin(deflateSync(content))
  const image = (content: string, entries: string) => stream(content, `/Subtype/Image${size}${entries}`)
  const shown = (object: string, more: PdfObjects = {}, entries = '') =>
    aRealPdf({
      page: `/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>${entries}`,
      objects: { 4: stream('q 9 0 0 9 0 0 cm /I Do Q'), 5: object, ...more },
    })

  /** All photographs of a copy, and all of its bytes, whatever they are packed in. */
  async function unfolded(content: Buffer): Promise<{ photographs: Buffer[]; all: string }> {
    const { context } = await PDFDocument.load(content, { updateMetadata: false })
    const streams = context
      .enumerateIndirectObjects()
      .flatMap(([, each]) => (each instanceof PDFRawStream ? [each] : []))
    const photographs = streams
      .filter(({ dict }) => String(dict).includes('DCTDecode'))
      .map(({ contents }) => Buffer.from(contents))
    return { photographs, all: [content, ...photographs].map(latin).join('\n') }
  }

  const PACKED: [what: string, make: () => Buffer][] = [
    ['alone', () => shown(image(latin(photograph), '/Filter/DCTDecode'))],
    ['in a list', () => shown(image(latin(photograph), '/Filter[/DCTDecode]'))],
    ['as ASCII', () => shown(image(ascii85(photograph), '/Filter[/ASCII85Decode/DCTDecode]'))],
    ['as digits', () => shown(image(`${photograph.toString('hex')}>`, '/Filter[/ASCIIHexDecode/DCTDecode]'))],
    ['deflated', () => shown(image(flat(photograph), '/Filter[/FlateDecode/DCTDecode]'))],
    [
      'deflated, then as ASCII, with parameters',
      () =>
        shown(
          image(
            ascii85(deflateSync(photograph)),
            '/Filter[/ASCII85Decode/FlateDecode/DCTDecode]/DecodeParms[null null<</ColorTransform 1>>]',
          ),
        ),
    ],
    [
      'with filters that are objects of their own',
      () => shown(image(flat(photograph), '/Filter 7 0 R'), { 7: '[/FlateDecode 8 0 R]', 8: '/DCTDecode' }),
    ],
    [
      'in a form in a form',
      () =>
        shown(stream('/J Do', '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</J 7 0 R>>>>'), {
          7: image(flat(photograph), '/Filter[/FlateDecode/DCTDecode]'),
        }),
    ],
    [
      'in a pattern',
      () =>
        shown(stream('', '/Subtype/Form/BBox[0 0 9 9]/Resources<</Pattern<</P 7 0 R>>>>'), {
          7: stream(
            '/J Do',
            '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</XObject<</J 8 0 R>>>>',
          ),
          8: image(ascii85(photograph), '/Filter[/ASCII85Decode/DCTDecode]'),
        }),
    ],
    [
      'as the drawing of an annotation',
      () =>
        shown(
          stream('', '/Subtype/Form/BBox[0 0 9 9]'),
          {
            7: '<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/AP<</N 8 0 R>>>>',
            8: stream('/J Do', '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</J 10 0 R>>>>'),
            10: image(flat(photograph), '/Filter[/FlateDecode/DCTDecode]'),
          },
          '/Annots[7 0 R]',
        ),
    ],
    [
      'as the mask of another',
      () =>
        shown(image(flat(Buffer.alloc(2400)), '/Filter/FlateDecode/SMask 7 0 R'), {
          7: image(flat(photograph), '/Filter[/FlateDecode/DCTDecode]'),
        }),
    ],
  ]
  test.each(PACKED)('packed %s', async (_how, make) => {
    const { photographs, all } = await unfolded(Buffer.from(await redacted(make())))
    expect(photographs).toHaveLength(1)
    const picture = await sharp(photographs[0]).metadata()
    expect([picture.width, picture.exif, picture.xmp]).toEqual([40, undefined, undefined])
    for (const name of ['Ayesha', 'Qureshi', 'GPS']) expect(all.includes(name), name).toBe(false)
  })

  test.each([
    [
      'the small picture of a page',
      () =>
        shown(
          image(flat(Buffer.alloc(2400)), '/Filter/FlateDecode'),
          { 7: image(latin(photograph), '/Filter/DCTDecode') },
          '/Thumb 7 0 R',
        ),
    ],
    [
      'another form of a picture',
      () =>
        shown(image(flat(Buffer.alloc(2400)), '/Filter/FlateDecode/Alternates[<</Image 7 0 R>>]'), {
          7: image(latin(photograph), '/Filter/DCTDecode'),
        }),
    ],
    [
      'where a picture comes from',
      () =>
        shown(image(flat(Buffer.alloc(2400)), `/Filter/FlateDecode/OPI<</2.0<</Type/OPI/F(C:/${PERSON}/a.tif)>>>>`)),
    ],
  ])('%s goes', async (_what, make) => {
    const { photographs, all } = await unfolded(Buffer.from(await redacted(make())))
    expect(photographs).toEqual([])
    expect(all).not.toContain('Ayesha')
  })

  test.each([
    [
      'behind a filter that nobody knows',
      () => shown(image(latin(photograph), '/Filter[/NewDecode/DCTDecode]')),
      WITHHELD.unknown('a stream'),
    ],
    [
      'before another filter',
      () => shown(image(latin(photograph), '/Filter[/DCTDecode/FlateDecode]')),
      WITHHELD.unknown('a stream'),
    ],
    [
      'as differences between rows',
      () =>
        shown(image(flat(photograph), '/Filter[/FlateDecode/DCTDecode]/DecodeParms[<</Predictor 12/Columns 9>> null]')),
      WITHHELD.unknown('a stream'),
    ],
    ['encrypted', () => shown(image(latin(photograph), '/Filter[/Crypt/DCTDecode]')), WITHHELD.unknown('a stream')],
    ['as JPEG 2000', () => shown(image('x', '/Filter[/FlateDecode/JPXDecode]')), WITHHELD.unknown('JPEG 2000')],
    ['in another file', () => shown(image('', '/Filter/DCTDecode/F(photograph.jpg)')), WITHHELD.linked],
    [
      'within the page',
      () => shown(image('x', ''), { 4: stream('BI /W 40 /H 20 /F [/A85 /DCT] ID abc~> EI') }),
      WITHHELD.unknown('a photograph within a page'),
    ],
    [
      'that is none',
      () => shown(image(flat(Buffer.from(PERSON)), '/Filter[/FlateDecode/DCTDecode]')),
      WITHHELD.unreadable,
    ],
    // Segment 0 of kind 62 on page 1: a remark of four bytes.
    [
      'as a scanned page with remarks',
      () => shown(image('000000003e000100000004' + '61626364>', '/Filter[/ASCIIHexDecode/JBIG2Decode]')),
      WITHHELD.unknown('a scanned page'),
    ],
    [
      'as text in rows',
      () =>
        shown(image('x', ''), {
          4: stream(flat(Buffer.from('BT ET')), '/Filter/FlateDecode/DecodeParms<</Predictor 12>>'),
        }),
      WITHHELD.unknown('a stream'),
    ],
  ])('or is withheld: %s', async (_how, make, withheld) => {
    expect(await redactFile(make(), PDF, NAMES)).toEqual({ withheld })
  })

  test('a colour profile loses its words', async () => {
    const profile = Buffer.from(
      (
        await sharp(photograph)
          .withIccProfile('srgb')
          .toBuffer()
          .then((content) => sharp(content).metadata())
      ).icc!,
    )
    const words = profile.readUInt32BE(profile.indexOf('desc', 128) + 4)
    profile.write('Marta at home', words + 12, 'latin1')
    const content = shown(
      image(latin(photograph), '/Filter/DCTDecode/ColorSpace[/ICCBased 7 0 R]').replace('/ColorSpace/DeviceRGB', ''),
      { 7: stream(flat(profile), '/N 3/Filter/FlateDecode') },
    )
    const { context } = await PDFDocument.load(await redacted(content))
    const kept = context
      .enumerateIndirectObjects()
      .flatMap(([, each]) =>
        each instanceof PDFRawStream && each.dict.has(PDFName.of('N'))
          ? [latin(decodePDFRawStream(each).decode())]
          : [],
      )
    expect(kept).toHaveLength(1)
    expect(kept[0]).toContain('rXYZ')
    expect(kept[0]).not.toContain('Marta')
  })
})

describe('what only people can read is withheld until an editor has looked', () => {
  const drawn = (content: string) =>
    annotated({ objects: { 9: stream(`BT /F1 12 Tf 20 100 Td (Leaves in spring) Tj ET ${content}`) } })
  const noted = (annotation: string) => annotated({ objects: { 6: annotation } })
  const fonted = (font: string, objects: PdfObjects = {}) => annotated({ objects: { 10: font, ...objects } })
  const scan = (side: number) =>
    aRealPdf({
      page: '/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>',
      objects: {
        4: stream('/I Do'),
        5: stream(
          '0'.repeat(side * side),
          `/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`,
        ),
      },
    })

  test.each([
    ['a scanned page', scan(40), LOOK.drawings],
    ['a picture within a page', drawn('q BI /W 30 /H 30 /BPC 1 /CS /G ID xxxx EI Q'), LOOK.drawings],
    ['a line of a pen', drawn('20 20 m 22 25 27 25 30 20 c S'), LOOK.drawings],
    ['slanted lines', drawn('20 20 m 30 40 l 40 20 l S'), LOOK.drawings],
    [
      'a line of a pen in a form',
      annotated({
        objects: {
          9: stream('BT /F1 12 Tf (Leaves) Tj ET /X Do'),
          10: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
          6: '<</Subtype/FreeText/Rect[9 9 20 20]/AP<</N 13 0 R>>>>',
          13: stream('1 1 m 2 3 4 5 6 7 c S', '/Subtype/Form/BBox[0 0 9 9]'),
        },
      }),
      LOOK.drawings,
    ],
    ['ink', noted('<</Subtype/Ink/Rect[9 9 20 20]/InkList[[1 1 2 2]]>>'), LOOK.drawings],
    ['a line with corners', noted('<</Subtype/PolyLine/Rect[9 9 20 20]/Vertices[1 1 2 2]>>'), LOOK.drawings],
    [
      'letters that are drawings',
      fonted('<</Type/Font/Subtype/Type3/CharProcs<</a 13 0 R>>>>', { 13: stream('0 0 m 0 1 l S') }),
      LOOK.unread,
    ],
    [
      'letters without their meaning',
      fonted('<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[]>>'),
      LOOK.unread,
    ],
  ])('%s', async (_what, content, withheld) => {
    expect(await redactFile(content, PDF, NAMES)).toMatchObject({ withheld, mayRelease: expect.any(Uint8Array) })
  })

  test.each([
    ['tables and underlines', drawn('20 20 m 20 90 l 80 90 l S 10 10 50 1 re f')],
    ['strings that look like lines', drawn('BT (1 1 m 2 3 4 5 6 7 c S) Tj ET % 1 2 3 4 5 6 c')],
    ['a bullet', drawn('BI /W 4 /H 4 /BPC 1 /CS /G ID xxxx EI')],
    ['an empty page', aRealPdf()],
    [
      'a highlight, which every reader draws by itself',
      noted('<</Subtype/Highlight/Rect[9 9 20 20]/QuadPoints[1 1 2 1 1 2 2 2]/AP<</N 13 0 R>>>>'),
    ],
  ])('but not %s', async (_what, content) => {
    expect(await redactFile(content, PDF, NAMES)).toHaveProperty('redacted')
  })
})

describe('a name that people read holds the file back until an editor has read it', () => {
  const withheld = (name: string) => ({ withheld: LOOK.inText(name) })
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
    const answer = await redactFile(content, PDF, NAMES)
    expect(answer).toMatchObject(withheld(name))
    expect('mayRelease' in answer && Buffer.from(answer.mayRelease!).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('a stamp, which may be a signature', async () => {
    const answer = await redactFile(annotated({ objects: { 6: '<</Subtype/Stamp/Rect[9 9 20 20]>>' } }), PDF, NAMES)
    expect(answer).toMatchObject({ withheld: LOOK.drawings })
    expect(answer).toHaveProperty('mayRelease')
  })

  test('text set in a font of its own', async () => {
    const document = await PDFDocument.create()
    document.addPage().drawText('Dr Qureshi', { font: await document.embedFont(StandardFonts.TimesRoman) })
    expect(await redactFile(Buffer.from(await document.save()), PDF, NAMES)).toMatchObject(withheld('Qureshi'))
  })
})

describe('what cannot be cleaned is withheld', () => {
  test.each(Object.entries(ACTIVE_PDFS))('%s', async (name, given) => {
    const sentence = /attach/.test(name) ? WITHHELD.embedded : WITHHELD.script
    expect(await redactFile(aRealPdf(given), PDF, NAMES)).toEqual({ withheld: sentence })
  })

  test.each([['a signature', '/AcroForm<</Fields[6 0 R]/SigFlags 3>>', WITHHELD.signed]])(
    '%s',
    async (_what, catalog, withheld) => {
      const objects = {
        6: '<</Subtype/Widget/FT/Sig/T(Signature1)/Rect[0 0 0 0]/V 13 0 R>>',
        13: `<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>/Name(${PERSON})>>`,
      }
      expect(await redactFile(annotated({ catalog, objects }), PDF, NAMES)).toEqual({ withheld })
    },
  )

  test('a password', async () => {
    const objects = { 9: '<</Filter/Standard/V 1/R 2/O(a)/U(b)/P -4>>' }
    const content = aRealPdf({ objects, trailer: '/Encrypt 9 0 R/ID[(a)(b)]' })
    expect(await redactFile(content, PDF, NAMES)).toEqual({ withheld: WITHHELD.protected })
  })

  test.each([
    ['nothing but its first line', Buffer.from('%PDF-1.7\n')],
    ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000, 'plant [<< 1 0 obj')])],
    ['pages that contain one another', aRealPdf({ objects: { 2: '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>' } })],
    ['a page tree without pages', aRealPdf({ objects: { 2: '<</Type/Pages/Kids[]/Count 0>>' } })],
  ])('%s', async (_what, content) => {
    expect(await redactFile(content, PDF, NAMES)).toEqual({ withheld: WITHHELD.unreadable })
  })
})

test('objects that refer to one another are each cleaned once', async () => {
  const objects = { 13: `<</A 14 0 R/Metadata 7 0 R>>`, 14: `<</B 13 0 R/C[14 0 R 13 0 R]>>` }
  const all = await everything(await redacted(annotated({ catalog: '/X 13 0 R', objects })))
  expect(all).not.toContain('Qureshi')
})
