import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  beginText,
  concatTransformationMatrix,
  decodePDFRawStream,
  endText,
  fill,
  PDFDocument,
  type PDFFont,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  setFillingRgbColor,
  setFontAndSize,
  setGraphicsState,
  setTextMatrix,
  showText,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { sfntOf } from '../typesetting/fonts.ts'
import { inNormalForm } from '../../../contract/rules/text/plain-text.ts'

/** What is put on a PDF when it is sent. */
export interface PdfMark {
  /** A line above each page. */
  band: string
  /** A pale word across each page. */
  word: string
  /** The title with what a notice puts before it; null if it is the same. */
  title: string | null
  /** What a page in place of the file says, if nothing can be put on it. */
  cover: { title: string; lines: readonly string[] }
}

export interface MarkedPdf {
  marked: Uint8Array
  /** The file is protected or cannot be read: one page tells of it instead. */
  isCover: boolean
}

const MADDER = { red: 0.63, green: 0.16, blue: 0.23 }
const BAND_HEIGHT = 15
const BAND_LETTERS = 8
/** Longer metadata are not read: they hold no title that anyone would find. */
const LONGEST_METADATA = 1_000_000
const EMBEDDED = '@fontsource/public-sans/files/public-sans-latin-600-normal.woff'
const require = createRequire(import.meta.url)
const FONT = PDFName.of('NoticeMarkFont')
const PALE = PDFName.of('NoticeMarkPale')

/**
 * Puts the mark on every page as an artifact: it is no part of the text, and what is there already stays as it is. A protected
 * or unreadable file, on which nothing can be put, is replaced by a page with the same words.
 */
export default async function markPdf(content: Uint8Array, mark: PdfMark): Promise<MarkedPdf> {
  const document = await opened(content)
  if (!document) return { marked: await coverPage(mark), isCover: true }
  const font = await fontFor(document)
  const pale = document.context.register(document.context.obj({ Type: 'ExtGState', ca: 0.12, CA: 0.12 }))
  for (const page of document.getPages()) {
    page.node.setFontDictionary(FONT, font.ref)
    page.node.setExtGState(PALE, pale)
    markPage(page, font, mark)
  }
  if (mark.title !== null) retitle(document, mark.title)
  return { marked: await document.save({ addDefaultPage: false, updateFieldAppearances: false }), isCover: false }
}

/**
 * A file that is fit for archives (PDF/A) stays so: its letters are embedded, which the standard fonts are not. Its pages are not
 * set again, though the journal may have typeset them: readers see the ones that were published, whatever sets pages today.
 */
async function fontFor(document: PDFDocument): Promise<PDFFont> {
  if (!isForArchives(document)) return document.embedFont(StandardFonts.HelveticaBold)
  document.registerFontkit(require('fontkit') as Parameters<PDFDocument['registerFontkit']>[0])
  return document.embedFont(sfntOf(await readFile(require.resolve(EMBEDDED))))
}

function isForArchives({ catalog }: PDFDocument): boolean {
  const stream = catalog.lookup(PDFName.of('Metadata'))
  return stream instanceof PDFRawStream && (readMetadata(stream)?.includes('http://www.aiim.org/pdfa/ns/id/') ?? false)
}

async function opened(content: Uint8Array): Promise<PDFDocument | null> {
  try {
    const document = await PDFDocument.load(content, { ignoreEncryption: true, updateMetadata: false })
    return document.isEncrypted || document.getPageCount() === 0 ? null : document
  } catch {
    return null
  }
}

function markPage(page: PDFPage, font: PDFFont, { band, word }: PdfMark): void {
  const { x, y, width, height } = page.getCropBox()
  const turned = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270
  const [across, up] = turned === 90 || turned === 270 ? [height, width] : [width, height]
  const line = inLetters(band)
  const size = Math.min(BAND_LETTERS, (0.94 * across) / font.widthOfTextAtSize(line, 1))
  const letters = inLetters(word)
  const large = Math.min(0.3 * across, (0.8 * Math.hypot(across, up)) / font.widthOfTextAtSize(letters, 1))
  const angle = Math.atan2(up, across)
  const half = (large * font.widthOfTextAtSize(letters, 1)) / 2
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const { red, green, blue } = MADDER
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...upright(turned, { x, y, width, height })),
    ...artifact('/Type /Pagination /Subtype /Header', [
      setFillingRgbColor(1, 1, 1),
      rectangle(0, up - BAND_HEIGHT, across, BAND_HEIGHT),
      fill(),
      setFillingRgbColor(red, green, blue),
      rectangle(0, up - BAND_HEIGHT, across, 0.75),
      fill(),
      ...text(font, line, size, [1, 0, 0, 1, (across - font.widthOfTextAtSize(line, size)) / 2, up - 10.5]),
    ]),
    ...artifact('/Type /Pagination /Subtype /Watermark', [
      setGraphicsState(PALE),
      ...text(font, letters, large, [
        ...[cos, sin, -sin, cos],
        ...[across / 2 - half * cos + 0.35 * large * sin, up / 2 - half * sin - 0.35 * large * cos],
      ]),
    ]),
    popGraphicsState(),
  )
}

/** What readers that follow the text leave out. */
const artifact = (properties: string, drawn: PDFOperator[]): PDFOperator[] => [
  PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ['/Artifact', `<<${properties}>>`]),
  ...drawn,
  PDFOperator.of(PDFOperatorNames.EndMarkedContent),
]

const text = (font: PDFFont, letters: string, size: number, matrix: number[]): PDFOperator[] => [
  beginText(),
  setFontAndSize(FONT, size),
  setTextMatrix(...(matrix as [number, number, number, number, number, number])),
  showText(font.encodeText(letters)),
  endText(),
]

/** From a page as it is seen to its own space, whichever way it is turned. */
function upright(
  turned: 0 | 90 | 180 | 270,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): [number, number, number, number, number, number] {
  if (turned === 90) return [0, 1, -1, 0, x + width, y]
  if (turned === 180) return [-1, 0, 0, -1, x + width, y + height]
  if (turned === 270) return [0, -1, 1, 0, x, y + height]
  return [1, 0, 0, 1, x, y]
}

/** The standard fonts know the letters of western Europe alone. */
const inLetters = (words: string): string =>
  inNormalForm(words, 'NFC')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[^\x20-\x7e\xa1-\xff]/g, '?')

/** The title in the properties of the file, in their old form and in XMP. */
function retitle(document: PDFDocument, title: string): void {
  document.setTitle(title)
  const { context, catalog } = document
  const stream = catalog.lookup(PDFName.of('Metadata'))
  const known = stream instanceof PDFRawStream ? readMetadata(stream) : null
  const item = `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${inXml(title)}</rdf:li></rdf:Alt></dc:title>`
  const described = `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${item}</rdf:Description>`
  const start = known?.indexOf('<dc:title') ?? -1
  const end = known?.indexOf('</dc:title>', start) ?? -1
  const close = known?.lastIndexOf('</rdf:RDF>') ?? -1
  const xmp =
    known !== null && start >= 0 && end > start
      ? known.slice(0, start) + item + known.slice(end + '</dc:title>'.length)
      : known !== null && close >= 0
        ? known.slice(0, close) + described + known.slice(close)
        : packet(described)
  const written = context.stream(Buffer.from(xmp), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(written))
}

function readMetadata(stream: PDFRawStream): string | null {
  try {
    const bytes = decodePDFRawStream(stream).decode()
    return bytes.length > LONGEST_METADATA ? null : Buffer.from(bytes).toString()
  } catch {
    return null
  }
}

const packet = (described: string): string =>
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${described}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const inXml = (words: string): string => words.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const A4: [number, number] = [595.28, 841.89]
const MARGIN = 60

async function coverPage({ cover: { title, lines }, title: whole, band }: PdfMark): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const [plain, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ]
  const page = document.addPage(A4)
  const { red, green, blue } = MADDER
  let at = A4[1] - 1.5 * MARGIN
  const write = (words: string, font: PDFFont, size: number, color = rgb(0.1, 0.1, 0.1)) => {
    for (const line of wrapped(inLetters(words), font, size, A4[0] - 2 * MARGIN)) {
      if (at < MARGIN) return
      page.drawText(line, { x: MARGIN, y: at, size, font, color })
      at -= 1.45 * size
    }
    at -= size
  }
  write(band, bold, 12, rgb(red, green, blue))
  write(title, bold, 18)
  for (const line of lines) write(line, plain, 11)
  document.setTitle(whole ?? title)
  return document.save()
}

function wrapped(words: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length && font.widthOfTextAtSize(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
