import PDFDocument from 'pdfkit'
import { titleOn } from '../../../contract/rules/articles/titles.ts'
import { journal } from '../../../contract/journal.ts'
import { escapeText } from '../../../contract/rules/text/plain-text.ts'

/** What the properties of a PDF say of it. */
export interface DocumentFacts {
  title: string
  authors: readonly string[]
  language: string
  /** YYYY-MM-DD: it stands for the moment when the file was made, so that the same text gives the same bytes. */
  on: string
  /** How it is cited. */
  subject?: string
  keywords?: readonly string[]
  doi?: string | null
  licenceUrl?: string | null
  copyright?: string | null
  publisher?: string | null
}

/**
 * An empty document of A4 pages that archives accept for good: PDF/A-2a, the level whose text keeps its order and its
 * meaning. Lines are placed by the caller; pdfkit must not add pages of its own.
 */
export function openDocument(facts: DocumentFacts): PDFKit.PDFDocument {
  const date = new Date(`${facts.on}T00:00:00Z`)
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    autoFirstPage: false,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    displayTitle: true,
    lang: facts.language,
    info: {
      Title: facts.title,
      Author: facts.authors.join('; '),
      ...(facts.subject ? { Subject: facts.subject } : {}),
      ...(facts.keywords?.length ? { Keywords: facts.keywords.join(', ') } : {}),
      Creator: madeBy(facts),
      Producer: madeBy(facts),
      CreationDate: date,
      ModDate: date,
    },
  })
  // The library's own metadata escape nothing and know one author.
  Object.assign(document, { _addInfo: () => document.appendXML(metadata(facts)) })
  return document
}

/** The journal, as it was called then. */
const madeBy = ({ on }: DocumentFacts): string => titleOn(on, journal()).name

/** The properties as XMP, of whose vocabulary only what PDF/A predefines is used. */
function metadata(facts: DocumentFacts): string {
  const { title, authors, language, on, subject, keywords = [], doi, licenceUrl, copyright, publisher } = facts
  const list = (kind: 'Bag' | 'Seq', words: readonly string[]) =>
    `<rdf:${kind}>${words.map((word) => `<rdf:li>${inXml(word)}</rdf:li>`).join('')}</rdf:${kind}>`
  const spoken = (words: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${inXml(words)}</rdf:li></rdf:Alt>`
  const property = (name: string, value: string | false | null | undefined) =>
    value ? `<${name}>${value}</${name}>` : ''
  const at = `${on}T00:00:00Z`
  const name = inXml(madeBy(facts))
  return described(
    property('dc:format', 'application/pdf') +
      property('dc:title', spoken(title)) +
      property('dc:creator', authors.length > 0 && list('Seq', authors)) +
      property('dc:description', subject && spoken(subject)) +
      property('dc:subject', keywords.length > 0 && list('Bag', keywords)) +
      property('dc:identifier', doi && inXml(`doi:${doi}`)) +
      property('dc:date', list('Seq', [on])) +
      property('dc:language', list('Bag', [language])) +
      property('dc:publisher', publisher && list('Bag', [publisher])) +
      property('dc:rights', copyright && spoken(copyright)) +
      property('xmpRights:WebStatement', licenceUrl && inXml(licenceUrl)) +
      property('xmp:CreateDate', at) +
      property('xmp:ModifyDate', at) +
      property('xmp:MetadataDate', at) +
      property('xmp:CreatorTool', name) +
      property('pdf:Producer', name) +
      property('pdf:Keywords', keywords.length > 0 && inXml(keywords.join(', '))),
  )
}

const described = (properties: string): string =>
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
  `xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">${properties}</rdf:Description>`

const inXml = (words: string): string =>
  escapeText(words.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))
