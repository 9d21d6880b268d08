import { DOMParser, XMLSerializer, type Attr, type Document, type Element, type Node } from '@xmldom/xmldom'
import { WITHHELD, Withheld } from '../redaction/withheld.ts'
import { element, xmlDocument } from '../../../platform/xml.ts'
import type { ZipParts } from './zip.ts'

/**
 * What a part of an Office document refers to, by the last word of the relationship's type. What is kept is
 * cleaned (`office-rules.ts`); what is dropped names its author or their computer; anything else is not known.
 */
const KEPT =
  words(`officeDocument theme themeOverride image hyperlink chart chartEx chartColorStyle chartStyle chartUserShapes
  diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing comments vmlDrawing drawing
  styles stylesWithEffects settings webSettings fontTable font numbering footnotes endnotes
  commentsExtended commentsIds commentsExtensible header footer glossaryDocument
  worksheet chartsheet sharedStrings sheetMetadata calcChain table pivotTable pivotCacheDefinition pivotCacheRecords
  threadedComment person
  slide slideMaster slideLayout notesSlide notesMaster handoutMaster presProps viewProps tableStyles
  commentAuthors authors`)
const DROPPED = words(`core-properties extended-properties custom-properties thumbnail people customXml customXmlProps
  printerSettings attachedTemplate tags revisionInfo changesInfo classificationlabels userCustomization
  keyMapCustomizations attachedToolbars mailMergeSource mailMergeHeaderSource recipientData documenttasks
  webextensiontaskpanes webextension intelligence hdphoto customProperty`)
const LINKED = words('externalLink externalLinkPath connections queryTable')
const EMBEDDED = words(
  'oleObject package control activeXControlBinary audio video media aFChunk subDocument vbaProject',
)

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}

export interface Relationship {
  id: string
  type: string
  target: string
  isExternal: boolean
}

export interface Relationships {
  kept: (Relationship & { /** Its path in the archive; null outside it. */ path: string | null })[]
  /** What referred to these has to go too. */
  droppedIds: Set<string>
}

/** Sorts what a part refers to; `part` is '' for the document as a whole. */
export function relationshipsOf(part: string, parts: ZipParts): Relationships {
  const source = parts.get(relationshipsPath(part))
  const sorted: Relationships = { kept: [], droppedIds: new Set() }
  for (const each of source ? readRelationships(source) : []) {
    const kind = each.type.slice(each.type.lastIndexOf('/') + 1)
    if (DROPPED.has(kind)) sorted.droppedIds.add(each.id)
    else if (kind === 'hyperlink' && each.isExternal) {
      sorted.kept.push({ ...each, target: publicAddress(each.target), path: null })
    } else if (each.isExternal || LINKED.has(kind)) throw new Withheld(WITHHELD.linked)
    else if (EMBEDDED.has(kind)) throw new Withheld(WITHHELD.embedded)
    else if (/signature/i.test(kind)) throw new Withheld(WITHHELD.signed)
    else if (kind === 'hyperlink') sorted.kept.push({ ...each, path: null })
    else if (!KEPT.has(kind)) throw new Withheld(WITHHELD.unknown(kind))
    else {
      const path = pathOf(each.target, part)
      if (parts.has(path)) sorted.kept.push({ ...each, path })
      else sorted.droppedIds.add(each.id)
    }
  }
  return sorted
}

const readRelationships = (source: Buffer): Relationship[] =>
  [...elementsOf(parsePart(source).documentElement!)]
    .filter(({ localName }) => localName === 'Relationship')
    .map((each) => ({
      id: each.getAttribute('Id') ?? '',
      type: each.getAttribute('Type') ?? '',
      target: each.getAttribute('Target') ?? '',
      isExternal: each.getAttribute('TargetMode') === 'External',
    }))

/** A link to a file on a person's own disk names that person: it leads nowhere instead. */
const publicAddress = (address: string): string =>
  /^(?:https?:|mailto:|ftp:|doi:|#)/i.test(address) ? address : 'about:blank'

/** 'word/document.xml' has 'word/_rels/document.xml.rels'. */
export const relationshipsPath = (part: string): string => {
  const name = part.lastIndexOf('/') + 1
  return `${part.slice(0, name)}_rels/${part.slice(name)}.rels`
}

function pathOf(target: string, part: string): string {
  const base = target.startsWith('/') ? [] : part.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') base.pop()
    else if (step !== '' && step !== '.') base.push(step)
  }
  return base.join('/')
}

export const writeRelationships = ({ kept }: Relationships): Buffer =>
  Buffer.from(
    xmlDocument(
      element(
        'Relationships',
        { xmlns: 'http://schemas.openxmlformats.org/package/2006/relationships' },
        kept.map(({ id, type, target, isExternal }) =>
          element('Relationship', { Id: id, Type: type, Target: target, TargetMode: isExternal ? 'External' : null }),
        ),
      ),
    ),
  )

/**
 * Parses a part of an Office document. Entities are refused, so none can grow into a bomb; what is not
 * well-formed cannot be cleaned.
 */
export function parsePart(content: Uint8Array): Document {
  const text = decoded(content)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Withheld(WITHHELD.unreadable)
  let isBroken = false
  let document: Document
  try {
    document = new DOMParser({
      // Where each node was in the file takes much of the memory.
      locator: false,
      onError: (level) => {
        if (level === 'warning') return
        isBroken = true
        // Reading on after the first error takes the square of the length.
        throw new Withheld(WITHHELD.unreadable)
      },
    }).parseFromString(text, 'application/xml')
  } catch (error) {
    throw isBroken ? new Withheld(WITHHELD.unreadable) : error
  }
  if (!document.documentElement) throw new Withheld(WITHHELD.unreadable)
  return document
}

function decoded(content: Uint8Array): string {
  const [first, second] = content
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new Withheld(WITHHELD.unreadable)
  }
}

/**
 * What is written in the place of elements and attributes, as XML; '' leaves them out. Removing them from the tree
 * counts all their siblings again: one after another, that takes the square of their number.
 */
export type WrittenInstead = Map<Element | Attr, string>

/** Without the comments and instructions of XML, which no program shows. */
export function writePart(root: Element, instead: WrittenInstead = new Map()): Buffer {
  // A text is written as it is, which the types of the library do not tell.
  const nodeFilter = (node: Node) =>
    node.nodeType === 7 || node.nodeType === 8 ? null : ((instead.get(node as Element | Attr) ?? node) as Node)
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${new XMLSerializer().serializeToString(root, { nodeFilter })}`,
  )
}

/** The element and all below it in the order of the document; iterative, because the file decides how deep it is. */
export function* elementsOf(root: Element): Generator<Element> {
  let at: Element | null = root
  while (at) {
    // What comes next is found first, because the element may be removed.
    yield at
    at = nextElement(at, root)
  }
}

/** True if more than so many nodes lie in one another; iterative as well. */
export function isDeeperThan(most: number, root: Element): boolean {
  let depth = 0
  let at: Element['parentNode'] = root
  while (at) {
    if (depth > most) return true
    if (at.firstChild) {
      at = at.firstChild as Element
      depth++
      continue
    }
    while (at && at !== root && !at.nextSibling) {
      at = at.parentNode
      depth--
    }
    at = !at || at === root ? null : (at.nextSibling as Element)
  }
  return false
}

function nextElement(from: Element, root: Element): Element | null {
  const child = firstElement(from.firstChild)
  if (child) return child
  for (let at: Element | null = from; at && at !== root; at = at.parentNode as Element | null) {
    const sibling = firstElement(at.nextSibling)
    if (sibling) return sibling
  }
  return null
}

function firstElement(node: Element['firstChild']): Element | null {
  let at = node
  while (at && at.nodeType !== 1) at = at.nextSibling
  return at as Element | null
}
