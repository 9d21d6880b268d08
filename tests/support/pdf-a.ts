import { createRequire } from 'node:module'
import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { DOMParser } from '@xmldom/xmldom'

interface Font {
  unitsPerEm: number
  getGlyph(id: number): { advanceWidth: number }
}
const { create } = createRequire(import.meta.url)('fontkit') as { create(content: Buffer): Font }

/** The types of ISO 32000-1, 14.8.4. */
const STANDARD_TYPES = new Set(
  `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
  Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure
  Formula Form`.split(/\s+/),
)
/** Of the schemas that PDF/A predefines, those that are used. */
const PREDEFINED = new Set([
  'http://purl.org/dc/elements/1.1/',
  'http://ns.adobe.com/xap/1.0/',
  'http://ns.adobe.com/xap/1.0/rights/',
  'http://ns.adobe.com/pdf/1.3/',
  'http://www.aiim.org/pdfa/ns/id/',
])
const PAINTING = /(?:^|\s)(?:Tj|TJ|'|"|f\*?|F|S|s|B\*?|b\*?|Do|sh)(?=\s|$)/

const name = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFName ? value.asString().slice(1) : undefined
const text = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined
const number = (value: PDFObject | undefined): number | undefined =>
  value instanceof PDFNumber ? value.asNumber() : undefined

/**
 * What in a file breaks the clauses of ISO 19005-2 that can break here, level A: no validator is on the registries. Empty if
 * nothing does. It says nothing of whether tags are the right ones; tests of the typesetter do.
 */
export async function pdfaProblems(pdf: Uint8Array): Promise<string[]> {
  const problems: string[] = []
  const check = (isRight: unknown, problem: string) => {
    if (!isRight) problems.push(problem)
  }
  const raw = Buffer.from(pdf)
  check(/^%PDF-1\.[0-7]\n%[\x80-\xff]{4}/.test(raw.toString('latin1', 0, 16)), '6.1.2 header')
  check(/%%EOF\s?$/.test(raw.toString('latin1', raw.length - 8)), '6.1.3 end of file')
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const { context, catalog } = document
  check(!context.trailerInfo.Encrypt, '6.1.3 encrypted')
  check(context.trailerInfo.ID, '6.1.3 no ID')

  const dicts = context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFStream ? object.dict : object))
    .filter((object): object is PDFDict => object instanceof PDFDict)
  for (const dict of dicts) {
    const filters = dict.lookup(PDFName.of('Filter'))
    check(!`${filters?.toString()}`.includes('LZW'), '6.1.7.2 LZW')
    for (const key of ['F', 'FFilter', 'FDecodeParms']) {
      check(!(dict.has(PDFName.of('Length')) && dict.has(PDFName.of(key))), `6.1.7.1 ${key} of a stream`)
    }
    for (const key of ['AA', 'JS', 'OPI', 'Alternates', 'TR', 'HTP', 'XFA']) {
      check(!dict.has(PDFName.of(key)), `forbidden key ${key}`)
    }
    const blend = name(dict.lookup(PDFName.of('BM')))
    check(blend === undefined || blend === 'Normal' || blend === 'Compatible', `6.2.10 blend mode ${blend}`)
    const action = name(dict.lookup(PDFName.of('S')))
    check(!/^(?:Launch|Sound|Movie|ResetForm|ImportData|Hide|JavaScript|SetOCGState|Rendition|Trans|GoTo3DView)$/.test(action ?? ''), `6.5.1 action ${action}`) // prettier-ignore
  }

  // The catalogue.
  check(/^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/.test(text(catalog.lookup(PDFName.of('Lang'))) ?? ''), '6.7.4 language')
  const marked = catalog.lookupMaybe(PDFName.of('MarkInfo'), PDFDict)?.lookup(PDFName.of('Marked'))
  check(marked === PDFBool.True, '6.7.2.2 not marked')
  check(!catalog.has(PDFName.of('OpenAction')), '6.5.2 action at opening')
  check(!catalog.has(PDFName.of('AcroForm')), '6.4 form')
  const names = catalog.lookupMaybe(PDFName.of('Names'), PDFDict)
  check(!names?.has(PDFName.of('JavaScript')) && !names?.has(PDFName.of('EmbeddedFiles')), '6.8 names')
  const intents = catalog.lookupMaybe(PDFName.of('OutputIntents'), PDFArray)
  const intent = intents?.lookupMaybe(0, PDFDict)
  check(name(intent?.lookup(PDFName.of('S'))) === 'GTS_PDFA1', '6.2.3 output intent')
  const profile = intent?.lookup(PDFName.of('DestOutputProfile'))
  if (profile instanceof PDFRawStream) {
    const icc = Buffer.from(decodePDFRawStream(profile).decode())
    check(icc.toString('latin1', 36, 40) === 'acsp' && icc.toString('latin1', 16, 20) === 'RGB ', '6.2.3 profile')
    check(icc.readUInt32BE(0) === icc.length, '6.2.3 length of the profile')
    check(number(profile.dict.lookup(PDFName.of('N'))) === 3, '6.2.3 components of the profile')
  } else check(false, '6.2.3 no profile')
  problems.push(...metadataProblems(document, check))

  // The pages.
  const structure = catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict)
  check(structure, '6.7.3.3 no structure')
  const parents = numbers(structure?.lookupMaybe(PDFName.of('ParentTree'), PDFDict))
  const used = new Map<PDFDict, Set<number>>()
  for (const [index, page] of document.getPages().entries()) {
    const at = `page ${index + 1}`
    const contents = page.node.Contents()
    const streams = contents instanceof PDFArray ? contents.asArray().map((one) => context.lookup(one)) : [contents]
    const content = streams
      .map((one) => Buffer.from(decodePDFRawStream(one as PDFRawStream).decode()).toString('latin1'))
      .join('\n')
    const own = parents.get(number(page.node.lookup(PDFName.of('StructParents'))) ?? -1)
    check(own instanceof PDFArray, `${at}: not in the structure`)
    const ids = [...content.matchAll(/\/MCID (\d+)/g)].map((match) => Number(match[1]))
    check(new Set(ids).size === ids.length, `${at}: content marked twice`)
    for (const id of ids) {
      check(own instanceof PDFArray && own.size() > id && own.lookup(id) instanceof PDFDict, `${at}: ${id} is nowhere`)
    }
    problems.push(...unmarked(content).map((line) => `${at}: 6.7.3 neither content nor artifact: ${line}`))
    check(depthOf(content) <= 28, `${at}: 6.1.13 q nested too deeply`)
    const fonts = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)
    let font: PDFDict | undefined
    for (const [, key, shown] of content.matchAll(/\/(\S+) [\d.]+ Tf|<([0-9a-f]+)>/g)) {
      if (key) font = fonts?.lookupMaybe(PDFName.of(key), PDFDict)
      if (!shown || !font) continue
      const glyphs = used.get(font) ?? new Set()
      used.set(font, glyphs)
      for (let from = 0; from < shown.length; from += 4) glyphs.add(Number.parseInt(shown.slice(from, from + 4), 16))
    }
    for (const annotation of page.node.Annots()?.asArray() ?? []) {
      const dict = context.lookup(annotation, PDFDict)
      check(name(dict.lookup(PDFName.of('Subtype'))) === 'Link', `${at}: 6.3.1 an annotation that is no link`)
      check((number(dict.lookup(PDFName.of('F'))) ?? 0) === 4, `${at}: 6.3.2 flags of an annotation`)
      check(text(dict.lookup(PDFName.of('Contents'))), `${at}: a link without words`)
      const parent = parents.get(number(dict.lookup(PDFName.of('StructParent'))) ?? -1)
      check(
        parent instanceof PDFDict && name(parent.lookup(PDFName.of('S'))) === 'Link',
        `${at}: a link without its tag`,
      )
    }
    const images = page.node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict)
    for (const key of images?.keys() ?? []) {
      const { dict } = images!.lookup(key, PDFStream)
      const space = dict.lookup(PDFName.of('ColorSpace'))
      check(['DeviceRGB', 'DeviceGray'].includes(name(space) ?? ''), `${at}: 6.2.4 colours ${space?.toString()}`)
      check(dict.lookup(PDFName.of('Interpolate')) !== PDFBool.True, `${at}: 6.2.8 interpolated`)
      check(!dict.has(PDFName.of('SMask')) && !dict.has(PDFName.of('Mask')), `${at}: a picture that is not opaque`)
    }
  }
  for (const [font, glyphs] of used) problems.push(...fontProblems(font, glyphs))
  if (structure) for (const child of childrenOf(structure)) problems.push(...elementProblems(child))
  return problems
}

function metadataProblems(document: PDFDocument, check: (isRight: unknown, problem: string) => void): string[] {
  const stream = document.catalog.lookup(PDFName.of('Metadata'))
  if (!(stream instanceof PDFRawStream)) return ['6.6.2 no metadata']
  check(!stream.dict.has(PDFName.of('Filter')), '6.6.2 metadata are compressed')
  const xmp = Buffer.from(stream.contents).toString()
  check(/^<\?xpacket begin="\ufeff"/.test(xmp) && !/<\?xpacket[^>]*\b(?:bytes|encoding)=/.test(xmp), '6.6.2.1 packet')
  try {
    const parsed = new DOMParser({ onError: (level, message) => { throw new Error(`${level}: ${message}`) } }).parseFromString(xmp, 'text/xml') // prettier-ignore
    const only = (space: string, local: string) => parsed.getElementsByTagNameNS(space, local)[0]?.textContent
    check(only('http://www.aiim.org/pdfa/ns/id/', 'part') === '2', '6.6.4 part')
    check(only('http://www.aiim.org/pdfa/ns/id/', 'conformance') === 'A', '6.6.4 conformance')
    check(only('http://purl.org/dc/elements/1.1/', 'title') === document.getTitle(), '6.6.3 title')
    for (const description of parsed.getElementsByTagNameNS(
      'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      'Description',
    )) {
      for (const child of description.childNodes) {
        if (child.nodeType === 1) check(PREDEFINED.has(child.namespaceURI ?? ''), `6.6.2.3 ${child.nodeName}`)
      }
    }
    return []
  } catch (error) {
    return [`6.6.2 metadata: ${(error as Error).message}`]
  }
}

/** The values of a number tree. */
function numbers(tree: PDFDict | undefined): Map<number, PDFObject | undefined> {
  const found = new Map<number, PDFObject | undefined>()
  const walk = (node: PDFDict) => {
    const values = node.lookupMaybe(PDFName.of('Nums'), PDFArray)
    for (let at = 0; values && at < values.size(); at += 2) found.set(number(values.lookup(at))!, values.lookup(at + 1))
    for (const kid of node.lookupMaybe(PDFName.of('Kids'), PDFArray)?.asArray() ?? []) {
      walk(node.context.lookup(kid, PDFDict))
    }
  }
  if (tree) walk(tree)
  return found
}

/** Lines that draw outside of any marked content. */
function unmarked(content: string): string[] {
  let depth = 0
  return content.split('\n').filter((line) => {
    if (/\bB[DM]C$/.test(line)) depth++
    else if (line.trim() === 'EMC') depth--
    return depth === 0 && PAINTING.test(line)
  })
}

function depthOf(content: string): number {
  let [depth, deepest] = [0, 0]
  for (const line of content.split('\n')) {
    if (line.trim() === 'q') deepest = Math.max(deepest, ++depth)
    if (line.trim() === 'Q') depth--
  }
  return deepest
}

function fontProblems(font: PDFDict, glyphs: Set<number>): string[] {
  const named = name(font.lookup(PDFName.of('BaseFont'))) ?? 'a font'
  const descendant = font.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray)?.lookupMaybe(0, PDFDict)
  const file = descendant?.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)?.lookup(PDFName.of('FontFile2'))
  const unicode = font.lookup(PDFName.of('ToUnicode'))
  if (!descendant || !(file instanceof PDFRawStream)) return [`6.2.11.4.1 ${named} is not embedded`]
  if (!(unicode instanceof PDFRawStream)) return [`6.2.11.7.2 ${named} has no ToUnicode`]
  const problems: string[] = []
  if (!/^[A-Z]{6}\+/.test(named)) problems.push(`6.2.11.4 ${named} has no tag of a subset`)
  if (glyphs.has(0)) problems.push(`6.2.11.8 ${named} shows .notdef`)
  const embedded = create(Buffer.from(decodePDFRawStream(file).decode()))
  const widths = descendant.lookup(PDFName.of('W'), PDFArray).lookup(1, PDFArray)
  const map = Buffer.from(decodePDFRawStream(unicode).decode()).toString('latin1')
  const words = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) => list!.match(/<[^>]*>/g) ?? [])
  for (const glyph of glyphs) {
    const width = number(widths.lookup(glyph)) ?? Number.NaN
    const own = (embedded.getGlyph(glyph).advanceWidth * 1000) / embedded.unitsPerEm
    if (!(Math.abs(width - own) < 1)) problems.push(`6.2.11.5 ${named}: glyph ${glyph} is ${width} wide, not ${own}`)
    const meant = words[glyph]?.slice(1, -1).replaceAll(' ', '') ?? ''
    if (!/^(?:[0-9a-f]{4})+$/.test(meant) || /^(?:0000|feff|fffe|[ef][0-8][0-9a-f]{2})$/.test(meant))
      problems.push(`6.2.11.7 ${named}: glyph ${glyph} means <${meant}>`)
  }
  return problems
}

function childrenOf(element: PDFDict): PDFDict[] {
  const kids = element.lookup(PDFName.of('K'))
  const all = kids instanceof PDFArray ? kids.asArray().map((kid) => element.context.lookup(kid)) : [kids]
  return all.filter((kid): kid is PDFDict => kid instanceof PDFDict && kid.has(PDFName.of('S')))
}

function elementProblems(element: PDFDict): string[] {
  const type = name(element.lookup(PDFName.of('S'))) ?? ''
  const children = childrenOf(element)
  const kinds = children.map((child) => name(child.lookup(PDFName.of('S'))) ?? '')
  const attributes = element.lookupMaybe(PDFName.of('A'), PDFDict)
  const allowed: Record<string, string[]> = {
    ...{ Table: ['Caption', 'THead', 'TBody', 'TFoot', 'TR'], THead: ['TR'], TBody: ['TR'], TR: ['TH', 'TD'] },
    ...{ L: ['Caption', 'LI', 'L'], LI: ['Lbl', 'LBody'] },
  }
  return [
    ...(STANDARD_TYPES.has(type) ? [] : [`6.7.3.4 ${type} is no standard type`]),
    ...(['Figure', 'Formula'].includes(type) && !text(element.lookup(PDFName.of('Alt')))
      ? [`6.7.3 ${type} without a description`]
      : []),
    ...(type === 'TH' && !name(attributes?.lookup(PDFName.of('Scope'))) ? ['TH without its scope'] : []),
    ...kinds.filter((kind) => allowed[type] && !allowed[type].includes(kind)).map((kind) => `${kind} within ${type}`),
    ...children.flatMap(elementProblems),
  ]
}
