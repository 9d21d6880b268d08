import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'
import type { FileFinding } from '../../../contract/rules/files/file-rules.ts'
import { pdfFindings } from '../pdf/pdf-findings.ts'
import { WITHHELD, Withheld } from './withheld.ts'
import { NOBODY } from './office-rules.ts'
import { redactStream, isPicture, pixelsOf, unpacked, drawnIn } from './pdf-streams.ts'

/** A redacted PDF, and what no program can read in it. */
export interface RedactedPdf {
  redacted: Uint8Array
  /** Pictures, drawings, stamps or handwriting. */
  hasDrawings: boolean
  /** Letters that say nothing to a program. */
  hasUnreadText: boolean
  /** Of each page, whether anything is painted on it. */
  paints: boolean[]
}

/** Smaller ones are bullets: together they have no room for a name. */
const MOST_PIXELS_OF_BULLETS = 400

/**
 * A PDF without the names in its properties, its annotations, its photographs and its earlier versions: what its pages
 * lead to is written whole again, everything else goes. The text of annotations stays, by "Reviewer".
 */
export async function redactPdf(content: Uint8Array): Promise<RedactedPdf> {
  const findings = await pdfFindings(content)
  const document = await opened(content)
  for (const finding of findings) throw new Withheld(REFUSED[finding])
  const { context } = document
  const { Root } = context.trailerInfo
  context.trailerInfo = Root ? { Root } : {}
  const drawing = new Set<PDFObject>()
  let [drawsByHand, hasUnreadText] = [false, false]
  for (const [ref, object] of reachable(context)) {
    for (const dict of dictionariesIn(object)) {
      redactDictionary(dict, context)
      for (const stream of contentStreams(dict, context)) drawing.add(stream)
      if (DRAWN_BY_HAND.has(nameOf(dict, 'Subtype', context) ?? '')) drawsByHand = true
      if (isUnread(dict, context)) hasUnreadText = true
    }
    if (!(ref && object instanceof PDFRawStream)) continue
    const subtype = nameOf(object.dict, 'Subtype', context)
    if (subtype === 'PS') throw new Withheld(WITHHELD.script)
    if (subtype === 'Form' || object.dict.has(PDFName.of('PatternType'))) drawing.add(object)
    redactStream(ref, object, context)
  }
  // Only now: what was reached by a key that is gone is not reached any more.
  const left = new Map([...reachable(context)].flatMap(([ref, object]) => (ref ? [[ref, object] as const] : [])))
  for (const [ref] of context.enumerateIndirectObjects()) if (!left.has(ref)) context.delete(ref)
  const painted = new Map<PDFObject, boolean>()
  let [strokes, pixels] = [0, 0]
  for (const object of left.values()) {
    if (!(object instanceof PDFRawStream)) continue
    if (isPicture(object, context)) pixels += pixelsOf(object, context)
    else if (drawing.has(object)) {
      const drawn = drawnIn(unpacked(object, context).toString('latin1'))
      strokes += drawn.strokes
      pixels += drawn.pixels
      painted.set(object, drawn.paints)
    }
  }
  const paints = document
    .getPages()
    .map(({ node }) => [...contentStreams(node, context)].some((stream) => painted.get(stream)))
  const redacted = await document.save({ addDefaultPage: false, updateFieldAppearances: false, rewrite: true })
  const hasDrawings = drawsByHand || strokes > 0 || pixels >= MOST_PIXELS_OF_BULLETS
  return { redacted, hasDrawings, hasUnreadText, paints }
}

/** Annotations that are made with a pen or a stamp. */
const DRAWN_BY_HAND = new Set(['Stamp', 'Ink', 'PolyLine', 'Polygon'])

/** What a dictionary draws with: the content of a page, the letters of a font that are drawings. */
function* contentStreams(dict: PDFDict, context: PDFContext): Generator<PDFObject> {
  const content = context.lookup(dict.get(PDFName.of('Contents')))
  const letters = context.lookup(dict.get(PDFName.of('CharProcs')))
  const parts = content instanceof PDFArray ? content.asArray() : content ? [content] : []
  for (const each of [...parts, ...(letters instanceof PDFDict ? letters.values() : [])]) {
    const stream = context.lookup(each)
    if (stream instanceof PDFRawStream) yield stream
  }
}

/** A font whose letters are drawings, or are numbered without saying which letter each is. */
function isUnread(font: PDFDict, context: PDFContext): boolean {
  const subtype = nameOf(font, 'Subtype', context)
  if (subtype === 'Type3') return true
  const isNumbered = /^Identity/.test(nameOf(font, 'Encoding', context) ?? '')
  return subtype === 'Type0' && isNumbered && !font.has(PDFName.of('ToUnicode'))
}

const REFUSED: Record<FileFinding, string> = {
  script: WITHHELD.script,
  program: WITHHELD.script,
  attachment: WITHHELD.embedded,
  unchecked: WITHHELD.unreadable,
}

async function opened(content: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(content, { ignoreEncryption: true, updateMetadata: false })
  if (document.isEncrypted) throw new Withheld(WITHHELD.protected)
  return document
}

/** Keys whose values name people, programs or times, or lead to other forms of a picture, wherever they occur. */
const REMOVED = `Metadata PieceInfo LastModified CreatorInfo SpiderInfo Threads Collection CreationDate ModDate
  Thumb Alternates OPI Ref DSS Perms`
  .split(/\s+/)
  .map((key) => PDFName.of(key))
/** Annotations that every reader draws by itself: what a program has drawn for them goes. */
const DRAWN_BY_READERS = new Set(['Text', 'Popup', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly'])
const MEDIA = new Set(['Sound', 'Movie', 'Screen', '3D', 'RichMedia'])

function redactDictionary(dict: PDFDict, context: PDFContext): void {
  if (dict.has(PDFName.of('ByteRange'))) throw new Withheld(WITHHELD.signed)
  for (const key of REMOVED) dict.delete(key)
  if (!isAnnotation(dict, context)) return
  const subtype = nameOf(dict, 'Subtype', context) ?? ''
  if (MEDIA.has(subtype)) throw new Withheld(WITHHELD.embedded)
  if (DRAWN_BY_READERS.has(subtype)) dict.delete(PDFName.of('AP'))
  // The name of a form's field is not a person's; forms need it.
  if (subtype !== 'Widget' && dict.has(PDFName.of('T'))) dict.set(PDFName.of('T'), PDFString.of(NOBODY.name))
  for (const key of ['NM', 'M']) dict.delete(PDFName.of(key))
}

const isAnnotation = (dict: PDFDict, context: PDFContext): boolean =>
  nameOf(dict, 'Type', context) === 'Annot' || (dict.has(PDFName.of('Rect')) && dict.has(PDFName.of('Subtype')))

function nameOf(dict: PDFDict, key: string, context: PDFContext): string | undefined {
  const value = context.lookup(dict.get(PDFName.of(key)))
  return value instanceof PDFName ? value.decodeText() : undefined
}

/** All objects that the catalog leads to, each once; cycles are usual in a PDF. */
function* reachable(context: PDFContext): Generator<[PDFRef | null, PDFObject]> {
  const { Root } = context.trailerInfo
  const seen = new Set<PDFRef>()
  const waiting: PDFObject[] = Root ? [Root] : []
  while (waiting.length) {
    const next = waiting.pop()!
    const ref = next instanceof PDFRef ? next : null
    if (ref && seen.has(ref)) continue
    if (ref) seen.add(ref)
    const object = ref ? context.lookup(ref) : next
    if (object === undefined) continue
    if (object instanceof PDFInvalidObject) throw new Withheld(WITHHELD.unreadable)
    yield [ref, object]
    for (const inner of innerObjects(object)) if (inner instanceof PDFRef) waiting.push(inner)
  }
}

function* dictionariesIn(object: PDFObject): Generator<PDFDict> {
  if (object instanceof PDFDict) yield object
  for (const inner of innerObjects(object)) if (inner instanceof PDFDict) yield inner
}

/** Everything written inside an object, at any depth; iterative, because the file decides how deep it is. */
function* innerObjects(object: PDFObject): Generator<PDFObject> {
  const waiting: PDFObject[] = [object]
  while (waiting.length) {
    const next = waiting.pop()!
    if (next !== object) yield next
    if (next instanceof PDFStream) waiting.push(next.dict)
    else if (next instanceof PDFDict) for (const inner of next.values()) waiting.push(inner)
    else if (next instanceof PDFArray) for (const inner of next.asArray()) waiting.push(inner)
  }
}
