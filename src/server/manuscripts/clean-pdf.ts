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
import type { FileFinding } from '../../contract/domain/file-findings.ts'
import { pdfFindings } from '../files/pdf-findings.ts'
import { cleanPicture } from './clean-picture.ts'
import { HELD_BACK, HeldBack } from './held-back.ts'
import { NOBODY } from './office-rules.ts'

/**
 * A PDF without the names in its properties, its annotations and its earlier versions: what its pages lead to is
 * written whole again, everything else goes. The text of annotations stays, by "Reviewer". `stamped` tells that
 * a stamp is on a page, which no program can read.
 */
export async function cleanPdf(content: Uint8Array): Promise<{ cleaned: Uint8Array; stamped: boolean }> {
  const findings = await pdfFindings(content)
  const document = await opened(content)
  for (const finding of findings) throw new HeldBack(REFUSED[finding])
  const { context } = document
  const { Root } = context.trailerInfo
  context.trailerInfo = Root ? { Root } : {}
  let stamped = false
  for (const [ref, object] of reachable(context)) {
    for (const dict of dictionariesIn(object)) {
      cleanDictionary(dict, context)
      if (nameOf(dict, 'Subtype', context) === 'Stamp') stamped = true
    }
    if (ref && object instanceof PDFRawStream) cleanImage(ref, object, context)
  }
  // Only now: what was reached by a key that is gone is not reached any more.
  const left = new Set([...reachable(context)].map(([ref]) => ref))
  for (const [ref] of context.enumerateIndirectObjects()) if (!left.has(ref)) context.delete(ref)
  const cleaned = await document.save({ addDefaultPage: false, updateFieldAppearances: false, rewrite: true })
  return { cleaned, stamped }
}

const REFUSED: Record<FileFinding, string> = {
  script: HELD_BACK.script,
  program: HELD_BACK.script,
  attachment: HELD_BACK.embedded,
  unchecked: HELD_BACK.unreadable,
}

async function opened(content: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(content, { ignoreEncryption: true, updateMetadata: false })
  if (document.isEncrypted) throw new HeldBack(HELD_BACK.protected)
  return document
}

/** Keys whose values name people, programs or times, wherever they occur. */
const REMOVED = ['Metadata', 'PieceInfo', 'LastModified', 'CreatorInfo', 'SpiderInfo', 'Threads', 'Collection'].concat([
  'CreationDate',
  'ModDate',
])

function cleanDictionary(dict: PDFDict, context: PDFContext): void {
  if (dict.has(PDFName.of('ByteRange'))) throw new HeldBack(HELD_BACK.signed)
  for (const key of REMOVED) dict.delete(PDFName.of(key))
  if (!isAnnotation(dict, context)) return
  // The name of a form's field is not a person's; forms need it.
  if (nameOf(dict, 'Subtype', context) !== 'Widget' && dict.has(PDFName.of('T'))) {
    dict.set(PDFName.of('T'), PDFString.of(NOBODY.name))
  }
  for (const key of ['NM', 'M']) dict.delete(PDFName.of(key))
}

const isAnnotation = (dict: PDFDict, context: PDFContext): boolean =>
  nameOf(dict, 'Type', context) === 'Annot' || (dict.has(PDFName.of('Rect')) && dict.has(PDFName.of('Subtype')))

function nameOf(dict: PDFDict, key: string, context: PDFContext): string | undefined {
  const value = context.lookup(dict.get(PDFName.of(key)))
  return value instanceof PDFName ? value.decodeText() : undefined
}

/** Photographs keep what their camera wrote, also inside a PDF. */
function cleanImage(ref: PDFRef, stream: PDFRawStream, context: PDFContext): void {
  const filter = context.lookup(stream.dict.get(PDFName.of('Filter')))
  const only = filter instanceof PDFArray && filter.size() === 1 ? context.lookup(filter.get(0)) : filter
  if (!(only instanceof PDFName)) return
  if (only.decodeText() === 'JPXDecode') throw new HeldBack(HELD_BACK.unknown('JPEG 2000'))
  if (only.decodeText() !== 'DCTDecode') return
  context.assign(ref, PDFRawStream.of(stream.dict, cleanPicture(Buffer.from(stream.contents))))
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
    if (object instanceof PDFInvalidObject) throw new HeldBack(HELD_BACK.unreadable)
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
