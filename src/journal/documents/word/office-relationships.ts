import { element, xmlDocument } from '../../../platform/xml.ts'
import { WITHHELD, Withheld } from '../redaction/withheld.ts'
import { elementsOf, parsePart } from './xml-part.ts'
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
