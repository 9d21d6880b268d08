import { element, xmlDocument } from '../../../platform/xml.ts'
import { redactPicture } from './picture.ts'
import { WITHHELD, Withheld } from './withheld.ts'
import {
  relationshipsOf,
  relationshipsPath,
  writeRelationships,
  elementsOf,
  parsePart,
  writePart,
  type WrittenInstead,
} from '../word/xml-part.ts'
import { OfficeRules } from './office-rules.ts'
import { unzip, zip, type ZipParts } from '../word/zip.ts'

const CONTENT_TYPES = '[Content_Types].xml'
const PICTURES = /^image\/(?:png|jpe?g|gif|webp|(?:x-)?(?:emf|wmf|bmp))$/
/** Fonts have no metadata but their names; `namesLeft` searches them. */
const FONTS = /^application\/(?:x-fontdata|vnd\.openxmlformats-officedocument\.obfuscatedFont)$/

/**
 * A Word, Excel or PowerPoint document without its people: written whole again from the parts that its main part
 * leads to, each redacted. Changes and comments stay, by "Reviewer". `hasDrawings` tells that it has pictures, or lines
 * that were drawn by hand.
 */
export async function redactOffice(
  content: Buffer,
  mediaType: string,
): Promise<{ redacted: Uint8Array; hasDrawings: boolean }> {
  const parts = await unzip(content, mediaType)
  const types = contentTypesOf(parts)
  const rules = new OfficeRules()
  const kept = new Map<string, Buffer>()
  const waiting = ['']
  let hasDrawings = false
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (kept.has(part)) continue
    const relationships = relationshipsOf(part, parts)
    if (part) kept.set(part, redactPart(part, types.of(part), parts.get(part)!, relationships.droppedIds, rules))
    if (types.of(part).startsWith('image/')) hasDrawings = true
    if (relationships.kept.length) kept.set(relationshipsPath(part), writeRelationships(relationships))
    for (const { path } of relationships.kept) if (path !== null && !kept.has(path)) waiting.push(path)
  }
  const redacted = await zip([[CONTENT_TYPES, types.written([...kept.keys()])], ...kept])
  return { redacted, hasDrawings: hasDrawings || rules.hasDrawings }
}

function redactPart(path: string, type: string, content: Buffer, droppedIds: Set<string>, rules: OfficeRules): Buffer {
  if (type === 'image/svg+xml') return redactSvg(path, content)
  if (/[+/]xml$/.test(type) || /vmlDrawing$/.test(type)) {
    const root = parsePart(content).documentElement!
    return writePart(root, rules.redact(root, droppedIds))
  }
  if (PICTURES.test(type)) return redactDrawing(path, content)
  if (FONTS.test(type)) return content
  throw new Withheld(WITHHELD.unknown(path))
}

/** Drawing programs write down who drew, with what, and from which folder. */
const DRAWING_PROGRAMS = /inkscape|sodipodi|adobe|sketch|figma|purl\.org|rdf-syntax/i

function redactSvg(path: string, content: Buffer): Buffer {
  const root = parsePart(content).documentElement!
  const isForeign = (namespace: string | null) => DRAWING_PROGRAMS.test(namespace ?? '')
  const instead: WrittenInstead = new Map()
  for (const each of elementsOf(root)) {
    if (each.localName === 'metadata' || isForeign(each.namespaceURI)) instead.set(each, '')
    for (const attribute of Array.from(each.attributes)) {
      if (isForeign(attribute.namespaceURI)) instead.set(attribute, '')
    }
  }
  const redacted = writePart(root, new OfficeRules().redact(root, new Set(), instead))
  // A photograph may be written into a drawing, in letters that no search reads.
  if (/data:|<(?:\w+:)?foreignObject/i.test(redacted.toString())) throw new Withheld(WITHHELD.unknown(path))
  return redacted
}

function contentTypesOf(parts: ZipParts) {
  const source = parts.get(CONTENT_TYPES)
  if (!source) throw new Withheld(WITHHELD.unreadable)
  const byExtension = new Map<string, string>()
  const byPath = new Map<string, string>()
  for (const each of elementsOf(parsePart(source).documentElement!)) {
    const type = each.getAttribute('ContentType') ?? ''
    if (each.localName === 'Default') byExtension.set((each.getAttribute('Extension') ?? '').toLowerCase(), type)
    if (each.localName === 'Override') byPath.set((each.getAttribute('PartName') ?? '').replace(/^\//, ''), type)
  }
  const extensionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return {
    of: (path: string): string => byPath.get(path) ?? byExtension.get(extensionOf(path)) ?? '',
    /** The list for the parts that are left. */
    written: (paths: string[]): Buffer => {
      const left = new Set(paths)
      const extensions = new Set(['rels', 'xml', ...paths.map(extensionOf)])
      const defaults = [...byExtension].filter(([extension]) => extensions.has(extension))
      const overrides = [...byPath].filter(([path]) => left.has(path))
      return Buffer.from(
        xmlDocument(
          element(
            'Types',
            { xmlns: 'http://schemas.openxmlformats.org/package/2006/content-types' },
            defaults.map(([Extension, ContentType]) => element('Default', { Extension, ContentType })),
            overrides.map(([path, ContentType]) => element('Override', { PartName: `/${path}`, ContentType })),
          ),
        ),
      )
    },
  }
}

/**
 * A picture of an Office document, known by its bytes: what a document says of its parts may be wrong. Photographs are
 * redacted; drawings of Windows lose their descriptions, and withholds the file if there is a photograph in them.
 */
function redactDrawing(path: string, content: Buffer): Buffer {
  try {
    if (content.length > 44 && content.readUInt32LE(0) === 1 && content.toString('latin1', 40, 44) === ' EMF')
      return withoutPhotographs(path, redactEmf(content))
    if (isWmf(content)) return withoutPhotographs(path, content)
    if (content.toString('latin1', 0, 2) === 'BM') return redactBmp(path, content)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Withheld(WITHHELD.unreadable)
  }
  return redactPicture(content)
}

/** How photographs begin, and what cameras and programs write into them. */
const PHOTOGRAPHS = ['\xff\xd8\xff', '\x89PNG', 'GIF8', 'WEBP', 'Exif\0', 'xmpmeta', '8BIM', 'II*\0', 'MM\0*'].map(
  (mark) => Buffer.from(mark, 'latin1'),
)

function withoutPhotographs(path: string, content: Buffer): Buffer {
  if (PHOTOGRAPHS.some((mark) => content.includes(mark))) throw new Withheld(WITHHELD.unknown(path))
  return content
}

const [COMMENT, END] = [70, 14]

/** Without its description and the comments of programs, except those that draw. */
function redactEmf(content: Buffer): Buffer {
  const redacted = Buffer.from(content)
  const [letters, start] = [content.readUInt32LE(60), content.readUInt32LE(64)]
  redacted.fill(0, start, start + letters * 2)
  redacted.fill(0, 60, 68)
  for (let at = 0; ;) {
    const [kind, bytes] = [content.readUInt32LE(at), content.readUInt32LE(at + 4)]
    const end = at + bytes
    if (bytes < 8 || end > content.length) throw new RangeError('cut short')
    if (kind === COMMENT && content.toString('latin1', at + 12, at + 16) !== 'EMF+') redacted.fill(0, at + 12, end)
    if (kind === END) return redacted.subarray(0, end)
    at = end
  }
}

const isWmf = (content: Buffer): boolean =>
  content.length > 18 &&
  (content.readUInt32LE(0) === 0x9ac6cdd7 ||
    ([1, 2].includes(content.readUInt16LE(0)) && content.readUInt16LE(2) === 9))

/** Pixels one by one, to their last; other forms may hold profiles and more. */
function redactBmp(path: string, content: Buffer): Buffer {
  const [pixels, head] = [content.readUInt32LE(10), content.readUInt32LE(14)]
  const packing = content.readUInt32LE(30)
  if (head !== 40 || (packing !== 0 && packing !== 3)) throw new Withheld(WITHHELD.unknown(path))
  const row = Math.ceil((content.readInt32LE(18) * content.readUInt16LE(28)) / 32) * 4
  const end = pixels + row * Math.abs(content.readInt32LE(22))
  if (row <= 0 || end > content.length) throw new RangeError('cut short')
  return content.subarray(0, end)
}
