import { formerInWords } from '../../../contract/rules/articles/titles.ts'
import { journal } from '../../../contract/journal.ts'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import {
  citationRecord,
  type CitationRecord,
  invertedName,
  relatedAddresses,
} from '../../../contract/rules/articles/citation/record.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { jatsElement } from '../../../journal/documents/jats/write/article.ts'
import { reviewsOfArticles } from '../../../journal/peer-review/published/read.ts'
import type { Platform } from '../../../platform/platform.ts'
import { element, type Xml } from '../../../platform/xml.ts'
import { eachArticle } from '../each-article.ts'
import type { JatsTexts } from '../jats-texts.ts'
import { countHeads, earliestChange, findHead, listSets, nextHeads, type RecordHead } from './records.ts'
import { type Arguments, OaiError, type OaiRequest, type Verb } from './request.ts'
import { type Format, isFormat, type Selection, selectionOf, selectionOfToken, tokenOf } from './selection.ts'

export interface OaiResources extends Platform {
  texts: JatsTexts
  /** How many records a page has. It has fewer where they are longer, or where their texts have first to be made. */
  pageSizes: Record<'ListIdentifiers' | Format, number>
  mostCharacters: number
  mostMs: number
}

/** Where JATS is part of another document, by the namespace that journals' harvesters know. */
export const JATS_NAMESPACE = 'http://jats.nlm.nih.gov'

const FORMAT_LINES: Record<Format, { schema: string; namespace: string }> = {
  oai_dc: {
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  },
  jats: {
    schema: 'https://jats.nlm.nih.gov/publishing/1.3/xsd/JATS-journalpublishing1-3-mathml3.xsd',
    namespace: JATS_NAMESPACE,
  },
}

/** The content of the answer to a request; throws an OaiError for what the protocol refuses. */
export const answerTo = (resources: OaiResources, { verb, arguments: given }: OaiRequest): Promise<Xml> =>
  ANSWERS[verb](resources, given)

const ANSWERS: Record<Verb, (resources: OaiResources, given: Arguments) => Promise<Xml>> = {
  Identify: identify,
  ListMetadataFormats: listMetadataFormats,
  ListSets: setsAnswer,
  GetRecord: getRecord,
  ListIdentifiers: (resources, given) => list(resources, given, 'ListIdentifiers'),
  ListRecords: (resources, given) => list(resources, given, 'ListRecords'),
}

export const baseUrl = (publicUrl: string): string => publicUrl + paths.oai
const host = (publicUrl: string): string => new URL(publicUrl).hostname
export const second = (timestamp: string): string => `${timestamp.slice(0, 19)}Z`

async function identify({ database, publicUrl }: OaiResources): Promise<Xml> {
  const earliest = (await earliestChange(database.db)) ?? new Date().toISOString()
  return element(
    'Identify',
    {},
    element('repositoryName', {}, journal().name),
    element('baseURL', {}, baseUrl(publicUrl)),
    element('protocolVersion', {}, '2.0'),
    element('adminEmail', {}, journal().contact.supportEmail),
    element('earliestDatestamp', {}, second(earliest)),
    element('deletedRecord', {}, 'persistent'),
    element('granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'),
    identifierScheme(publicUrl),
    titles(publicUrl),
  )
}

/** What the journal was called before, so that who harvests it finds records of both titles to be of one journal. */
function titles(publicUrl: string): Xml | null {
  const { name, issn, issnPrint, publisher, formerTitles } = journal()
  if (!formerTitles.length) return null
  return dublinCoreElement(
    ...allOf('title', [name]),
    ...allOf('publisher', [publisher.name]),
    ...allOf('type', ['Periodical']),
    ...allOf('identifier', [publicUrl, issn, issnPrint]),
    ...allOf(
      'relation',
      formerTitles.toReversed().map((former) => `Continues: ${formerInWords(former)}`),
    ),
  )
}

/** How identifiers are made, where the journal has a name in the network: the scheme knows no bare addresses. */
function identifierScheme(publicUrl: string): Xml | null {
  if (!/^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+$/i.test(host(publicUrl))) return null
  return element(
    'description',
    {},
    element(
      'oai-identifier',
      {
        xmlns: 'http://www.openarchives.org/OAI/2.0/oai-identifier',
        'xsi:schemaLocation':
          'http://www.openarchives.org/OAI/2.0/oai-identifier http://www.openarchives.org/OAI/2.0/oai-identifier.xsd',
      },
      element('scheme', {}, 'oai'),
      element('repositoryIdentifier', {}, host(publicUrl)),
      element('delimiter', {}, ':'),
      element('sampleIdentifier', {}, identifierOf(publicUrl, '0123456789ab')),
    ),
  )
}

const identifierOf = (publicUrl: string, id: string): string => `oai:${host(publicUrl)}:${id}`

async function headOf({ database, publicUrl }: OaiResources, identifier: string): Promise<RecordHead> {
  const start = identifierOf(publicUrl, '')
  const id = identifier.startsWith(start) ? identifier.slice(start.length) : ''
  const head = /^[0-9a-z]{1,40}$/.test(id) ? await findHead(database.db, id) : null
  if (!head) throw new OaiError('idDoesNotExist', 'There is no record with this identifier.')
  return head
}

async function listMetadataFormats(resources: OaiResources, { identifier }: Arguments): Promise<Xml> {
  if (identifier !== undefined) await headOf(resources, identifier)
  const formats = Object.entries(FORMAT_LINES).map(([prefix, { schema, namespace }]) =>
    element(
      'metadataFormat',
      {},
      element('metadataPrefix', {}, prefix),
      element('schema', {}, schema),
      element('metadataNamespace', {}, namespace),
    ),
  )
  return element('ListMetadataFormats', {}, formats)
}

async function setsAnswer({ database }: OaiResources, { resumptionToken }: Arguments): Promise<Xml> {
  if (resumptionToken !== undefined) throw new OaiError('badResumptionToken', 'The list of sets is whole.')
  const sets = await listSets(database.db)
  if (!sets.length) throw new OaiError('noSetHierarchy', 'There is no category and no volume yet.')
  return element(
    'ListSets',
    {},
    sets.map(({ spec, name }) => element('set', {}, element('setSpec', {}, spec), element('setName', {}, name))),
  )
}

async function getRecord(resources: OaiResources, { identifier = '', metadataPrefix = '' }: Arguments): Promise<Xml> {
  const head = await headOf(resources, identifier)
  if (!isFormat(metadataPrefix)) throw new OaiError('cannotDisseminateFormat', 'There is no such metadata format.')
  const [record] = await records(resources, [head], metadataPrefix)
  return element('GetRecord', {}, record!)
}

async function list(resources: OaiResources, given: Arguments, verb: 'ListIdentifiers' | 'ListRecords'): Promise<Xml> {
  const { db } = resources.database
  const { resumptionToken } = given
  const selection = resumptionToken === undefined ? selectionOf(given) : selectionOfToken(resumptionToken)
  const size = resources.pageSizes[verb === 'ListRecords' ? selection.format : verb]
  const total = selection.total ?? (await countHeads(db, selection))
  const found = await nextHeads(db, selection, size + 1)
  if (!found.length) throw new OaiError('noRecordsMatch', 'There is no record of this kind.')
  const page = found.slice(0, size)
  const written =
    verb === 'ListIdentifiers'
      ? page.map((head) => header(resources, head))
      : await records(resources, page, selection.format)
  const last = page[written.length - 1]!
  const isMore = written.length < found.length
  const sent = selection.sent + written.length
  const next: Selection = { ...selection, after: { changedAt: last.changedAt, id: last.id }, sent, total }
  return element(verb, {}, written, resumption(selection, next, isMore))
}

/** What comes next; empty at the end of a list that has come in parts. */
function resumption(now: Selection, next: Selection, isMore: boolean): Xml | null {
  if (!isMore && now.after === undefined) return null
  const place = {
    // Records that change during a harvest come again at its end.
    completeListSize: String(Math.max(next.total!, next.sent)),
    cursor: String(now.sent),
  }
  return element('resumptionToken', place, isMore ? tokenOf(next) : null)
}

const header = ({ publicUrl }: OaiResources, { id, changedAt, isDeleted, sets }: RecordHead): Xml =>
  element(
    'header',
    { status: isDeleted ? 'deleted' : null },
    element('identifier', {}, identifierOf(publicUrl, id)),
    element('datestamp', {}, second(changedAt)),
    sets.map((spec) => element('setSpec', {}, spec)),
  )

/** The records of these heads in order, as many as fit a page, but always one. */
async function records(resources: OaiResources, heads: readonly RecordHead[], format: Format): Promise<Xml[]> {
  const { database, mostCharacters, mostMs } = resources
  const until = Date.now() + mostMs
  const articles = eachArticle(
    database.db,
    heads.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id),
  )
  const written: Xml[] = []
  let characters = 0
  let next = await articles.next()
  for (const head of heads) {
    const article = !next.done && next.value.id === head.id ? next.value : null
    const metadata = article && (await metadataOf(resources, article, format))
    characters += metadata?.source.length ?? 0
    if (written.length && (characters > mostCharacters || Date.now() > until)) break
    // An article that has just been hidden is deleted, whatever its head still says.
    const known = { ...head, isDeleted: metadata === null }
    written.push(element('record', {}, header(resources, known), metadata && element('metadata', {}, metadata)))
    if (article) next = await articles.next()
  }
  return written
}

async function metadataOf(
  { database, publicUrl, texts }: OaiResources,
  article: PublicArticle,
  format: Format,
): Promise<Xml> {
  const record = citationRecord(article, publicUrl)
  if (format === 'oai_dc') return dublinCore(record)
  const reviews = (await reviewsOfArticles(database.db, [article])).get(article.id) ?? []
  const text = (await texts.of(article.id)) ?? null
  return jatsElement(record, article, text, { reviews, namespace: JATS_NAMESPACE })
}

const allOf = (name: string, values: readonly (string | null)[]): Xml[] =>
  values.filter((value) => value).map((value) => element(`dc:${name}`, {}, value))

const dublinCoreElement = (...content: Xml[]): Xml =>
  element(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation':
        'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    },
    content,
  )

/** An article in unqualified Dublin Core, which every harvester understands. */
function dublinCore(record: CitationRecord): Xml {
  const { title, authors, keywords, category, abstract, publisher, publishedOn, url, doiUrl, pdfUrl } = record
  return dublinCoreElement(
    ...allOf('title', [title]),
    ...allOf('creator', authors.map(invertedName)),
    ...allOf('subject', [...keywords, category.name]),
    ...allOf('description', [...inForce(record).map(({ sentence }) => sentence), abstract]),
    ...allOf('publisher', [publisher]),
    ...allOf('date', [publishedOn]),
    ...allOf('type', ['info:eu-repo/semantics/article', 'info:eu-repo/semantics/publishedVersion']),
    ...allOf('format', ['text/html', 'application/xml', pdfUrl && 'application/pdf']),
    ...allOf('identifier', [url, doiUrl]),
    ...allOf('source', [sourceOf(record), record.issn, record.issnPrint]),
    ...allOf('language', [record.language]),
    ...allOf('relation', [pdfUrl, ...relatedAddresses(record)]),
    ...allOf('rights', [record.copyright, record.licenceUrl]),
  )
}

const inForce = ({ notices }: CitationRecord) => notices.filter((notice) => notice.isInForce)

/** Where it appeared: 'Journal of Botany; Vol. 7 No. 3; 41-56'. */
function sourceOf({ journal, volume, issue, pages, elocationId }: CitationRecord): string {
  const place = [volume && `Vol. ${volume}`, issue && `No. ${issue}`].filter(Boolean).join(' ')
  return [journal, place, pages ?? elocationId].filter(Boolean).join('; ')
}
