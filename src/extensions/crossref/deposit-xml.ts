import { journal } from '../../contract/journal.ts'
import type { PublicArticle } from '../../contract/api/articles.ts'
import type { CitationAuthor, CitationRecord } from '../../contract/rules/articles/citation/record.ts'
import { type ArticleLink, identifierOf, LINK_KINDS } from '../../contract/rules/articles/declared-works.ts'
import { isOwnSupplementDoi, type Supplement } from '../../contract/rules/articles/supplements.ts'
import type { Affiliation } from '../../contract/rules/people/affiliations.ts'
import { type NoticeKind, NOTICES } from '../../contract/rules/articles/notices.ts'
import { orcidUrl } from '../../contract/rules/people/identifiers.ts'
import { titlePieces } from '../../contract/rules/text/inline-markup.ts'
import { abstracts, webAddress } from '../../journal/documents/jats/write/abstract.ts'
import { element, withPrefix, type Xml, type XmlContent, xmlDocument } from '../../platform/xml.ts'
import type { DepositedReference } from './references.ts'

/** A public article with all that is deposited of it. */
export interface Deposited {
  article: PublicArticle
  record: CitationRecord
  references: readonly DepositedReference[]
}

export interface Batch {
  /** Unique at Crossref: by it, and by the name of the file, a submission is found again. */
  id: string
  /** Of two deposits of a DOI Crossref keeps the one with the higher timestamp: 17 digits. */
  timestamp: string
  articles: readonly Deposited[]
}

export interface DepositSettings {
  /** Of Crossref's schema. */
  schema: '5.4.0' | '5.5.0'
  /** The DOI of the page about corrections; without it Crossmark, and so every update, is left out. */
  crossmarkPolicy: string
}

/** A deposit of journal articles as Crossref's schema has it. */
export const depositXml = ({ articles, ...batch }: Batch, settings: DepositSettings = journal().crossref): string =>
  batchXml(
    { ...batch, hasFunding: articles.some(({ record }) => record.awards.length > 0) },
    settings,
    // An issue stands before its articles, so each article brings its own.
    articles.map((deposited) => ofJournal(deposited, settings)),
  )

/** A submission: who sends it, and its records. */
export function batchXml(
  { id, timestamp, hasFunding = false }: Omit<Batch, 'articles'> & { hasFunding?: boolean },
  { schema }: Pick<DepositSettings, 'schema'>,
  records: readonly Xml[],
): string {
  const namespace = `http://www.crossref.org/schema/${schema}`
  return xmlDocument(
    element(
      'doi_batch',
      {
        version: schema,
        xmlns: namespace,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${namespace} https://www.crossref.org/schemas/crossref${schema}.xsd`,
        'xmlns:jats': 'http://www.ncbi.nlm.nih.gov/JATS1',
        'xmlns:ai': 'http://www.crossref.org/AccessIndicators.xsd',
        'xmlns:rel': 'http://www.crossref.org/relations.xsd',
        'xmlns:fr': hasFunding ? 'http://www.crossref.org/fundref.xsd' : null,
        'xmlns:xlink': 'http://www.w3.org/1999/xlink',
      },
      element(
        'head',
        {},
        element('doi_batch_id', {}, id),
        element('timestamp', {}, timestamp),
        element(
          'depositor',
          {},
          element('depositor_name', {}, atMost(130, journal().publisher.name)),
          // Crossref sends its answer there as well.
          element('email_address', {}, journal().contact.email),
        ),
        element('registrant', {}, atMost(255, journal().publisher.name)),
      ),
      element('body', {}, records),
    ),
  )
}

const ofJournal = (deposited: Deposited, settings: DepositSettings): Xml =>
  element(
    'journal',
    {},
    journalMetadata(deposited.record),
    issueOf(deposited.record),
    journalArticle(deposited, settings),
  )

const journalMetadata = ({ language, journal, journalAbbreviation, issn, issnPrint }: CitationRecord): Xml =>
  element(
    'journal_metadata',
    { language },
    element('full_title', {}, atMost(255, journal)),
    journalAbbreviation ? element('abbrev_title', {}, atMost(150, journalAbbreviation)) : null,
    issn ? element('issn', { media_type: 'electronic' }, issn) : null,
    issnPrint ? element('issn', { media_type: 'print' }, issnPrint) : null,
  )

function issueOf({ volume, issue, publishedOn }: CitationRecord): Xml | null {
  if (!volume && !issue) return null
  return element(
    'journal_issue',
    {},
    element('publication_date', { media_type: 'online' }, element('year', {}, publishedOn!.slice(0, 4))),
    volume ? element('journal_volume', {}, element('volume', {}, atMost(32, volume))) : null,
    issue ? element('issue', {}, atMost(32, issue)) : null,
  )
}

function journalArticle({ article, record, references }: Deposited, settings: DepositSettings): Xml {
  const { publishedOn, acceptedOn } = record
  return element(
    'journal_article',
    { language: record.language, publication_type: 'full_text' },
    element('titles', {}, element('title', {}, title(article.title))),
    contributors(record.authors),
    abstract(article),
    date('publication_date', publishedOn!),
    acceptedOn ? date('acceptance_date', acceptedOn) : null,
    pages(record),
    record.elocationId
      ? element(
          'publisher_item',
          {},
          element('item_number', { item_number_type: 'article_number' }, atMost(32, record.elocationId)),
        )
      : null,
    settings.crossmarkPolicy ? crossmark(record, settings) : [funding(record, settings), licence(record)],
    relations(record),
    doiData(record),
    references.length ? element('citation_list', {}, references.map(citation)) : null,
    components(record),
  )
}

/** Titles keep their italics, sub- and superscripts: their names are the same in the schema. */
export const title = (markup: string): XmlContent[] =>
  titlePieces(markup).map(({ text, marks }) =>
    marks.reduceRight<XmlContent>((inner, mark) => element(mark, {}, inner), text),
  )

/** The abstract, without the key message. */
function abstract({ abstract }: PublicArticle): Xml | null {
  const [main] = abstracts({ abstract, excerpt: '' })
  return main ? withPrefix('jats', main) : null
}

function date(name: string, iso: string): Xml {
  const [year, month, day] = iso.split('-')
  return element(
    name,
    { media_type: 'online' },
    ...[element('month', {}, month), element('day', {}, day), element('year', {}, year)],
  )
}

function pages({ pages, firstPage, lastPage }: CitationRecord): Xml | null {
  if (!pages || !firstPage) return null
  // A gap between pages: what follows the first range.
  const others = pages.includes(',') ? pages.slice(pages.indexOf(',') + 1).trim() : null
  const [, last = lastPage] = (others ? pages.slice(0, pages.indexOf(',')) : pages).split('-')
  return element(
    'pages',
    {},
    element('first_page', {}, firstPage),
    last && last !== firstPage ? element('last_page', {}, last) : null,
    others ? element('other_pages', {}, others) : null,
  )
}

/** Every article is free to read from the first day; the licence is that of the version of record, and of mining it. */
export function licence({ licenceUrl, publishedOn }: CitationRecord): Xml | null {
  const address = webAddress(licenceUrl)
  if (address === null) return null
  const reference = (applies_to: string) => element('ai:license_ref', { applies_to, start_date: publishedOn }, address)
  return element('ai:program', { name: 'AccessIndicators' }, element('ai:free_to_read'), [
    reference('vor'),
    reference('tdm'),
  ])
}

/** Funders and grants that were stated one by one; the sentence about funding is not taken apart. */
function funding({ awards }: CitationRecord, { schema }: DepositSettings): Xml | null {
  if (!awards.length) return null
  const assertion = (name: string, ...content: XmlContent[]) => element('fr:assertion', { name }, ...content)
  // ROR's ids and the DOIs of grants came with the later schema.
  const isLater = schema === '5.5.0'
  return element(
    'fr:program',
    { name: 'fundref' },
    awards.map(({ funder, ror, number, doi }) =>
      assertion(
        'fundgroup',
        assertion('funder_name', funder, isLater && ror ? assertion('ror', ror) : null),
        number ? assertion('award_number', number) : null,
        isLater && doi ? assertion('grant_doi', doi) : null,
      ),
    ),
  )
}

/** What Crossmark tells readers of any copy: on a notice, which works it updates. The licence goes within it. */
function crossmark(record: CitationRecord, settings: DepositSettings): Xml {
  const { asNotice, publishedOn } = record
  const type = asNotice && NOTICES[asNotice.kind].update
  const updated = type ? asNotice.about.filter(({ doi }) => doi !== null) : []
  const [grants, rights] = [funding(record, settings), licence(record)]
  return element(
    'crossmark',
    {},
    element('crossmark_policy', {}, settings.crossmarkPolicy),
    updated.length
      ? element(
          'updates',
          {},
          updated.map(({ doi }) => element('update', { type, date: publishedOn }, doi)),
        )
      : null,
    grants || rights ? element('custom_metadata', {}, grants, rights) : null,
  )
}

/** Comments and replies point at their article, and it at them; a retracted article at the one that takes its place. */
function relations({ doi: of, asNotice, notices, links, supplements }: CitationRecord): Xml | null {
  const relation = asNotice && RELATIONS[asNotice.kind]
  const written = [
    ...links.map(linkedWork),
    ...supplements.filter(({ doi }) => doi !== null && !isOwnSupplementDoi(doi, of)).map(supplementElsewhere),
    ...(relation ? asNotice.about.map((one) => relatedItem('inter_work_relation', relation.to, one)) : []),
    ...notices.flatMap((one) => {
      const back = RELATIONS[one.kind]
      return back ? [relatedItem('inter_work_relation', back.from, one)] : []
    }),
    ...notices.flatMap(({ replacedByUrl: url }) =>
      url ? [relatedItem('intra_work_relation', 'isReplacedBy', { doi: null, url })] : [],
    ),
  ]
  return written.length ? element('rel:program', { name: 'relations' }, written) : null
}

/** A work of the authors' that belongs to the article. */
function linkedWork(link: ArticleLink): Xml {
  const [within, type] = LINK_KINDS[link.kind].crossref
  return element(
    'rel:related_item',
    {},
    link.repository ? element('rel:description', {}, link.repository) : null,
    element(
      `rel:${within}`,
      {
        'relationship-type': link.relation === 'analysed' ? 'basedOnData' : type,
        'identifier-type': link.doi ? 'doi' : link.url ? 'uri' : 'accession',
      },
      identifierOf(link),
    ),
  )
}

/** Supplements with a DOI of this journal's are parts of their article. */
function components({ supplements, doi: of }: CitationRecord): Xml | null {
  const own = supplements.filter(({ doi }) => isOwnSupplementDoi(doi, of))
  return own.length ? element('component_list', {}, own.map(component)) : null
}

const component = ({ title, mediaType, licenceUrl, doi, url }: Supplement): Xml =>
  element(
    'component',
    { parent_relation: 'isPartOf' },
    element('titles', {}, element('title', {}, title)),
    element('format', { mime_type: mediaType }),
    licenceUrl === null
      ? null
      : element('ai:program', { name: 'AccessIndicators' }, element('ai:license_ref', {}, webAddress(licenceUrl))),
    element('doi_data', {}, element('doi', {}, doi), element('resource', {}, webAddress(url))),
  )

/** A supplement with a DOI from elsewhere, such as a data archive. */
const supplementElsewhere = ({ title, doi }: Supplement): Xml =>
  element(
    'rel:related_item',
    {},
    element('rel:description', {}, title),
    element('rel:inter_work_relation', { 'relationship-type': 'isSupplementedBy', 'identifier-type': 'doi' }, doi),
  )

const RELATIONS: Partial<Record<NoticeKind, { to: string; from: string }>> = {
  comment: { to: 'isCommentOn', from: 'hasComment' },
  reply: { to: 'isReplyTo', from: 'hasReply' },
}

export const relatedItem = (name: string, type: string, { doi, url }: { doi: string | null; url: string }): Xml =>
  element(
    'rel:related_item',
    {},
    element(`rel:${name}`, { 'relationship-type': type, 'identifier-type': doi === null ? 'uri' : 'doi' }, doi ?? url),
  )

function doiData({ doi, url, pdfUrl }: CitationRecord): Xml {
  const pdf = pdfUrl
    ? element('resource', { mime_type: 'application/pdf', content_version: 'vor' }, webAddress(pdfUrl))
    : null
  return element(
    'doi_data',
    {},
    element('doi', {}, doi),
    element('resource', { mime_type: 'text/html', content_version: 'vor' }, webAddress(url)),
    pdf && [
      // The name that Crossref's documentation has for the crawler of Similarity Check.
      element('collection', { property: 'crawler-based' }, element('item', { crawler: 'iParadigms' }, pdf)),
      element('collection', { property: 'text-mining' }, element('item', {}, pdf)),
    ],
  )
}

/** Crossref finds everything else about a reference by its DOI; one without is given as it is worded. */
const citation = ({ doi, text }: DepositedReference, index: number): Xml =>
  element(
    'citation',
    { key: `ref${index + 1}` },
    doi === null ? element('unstructured_citation', {}, text) : element('doi', {}, doi),
  )

export const atMost = (characters: number, text: string): string => [...text].slice(0, characters).join('')

/** The authors with their ORCID iDs, and where they work. */
export function contributors(authors: readonly CitationAuthor[]): Xml | null {
  const written: Xml[] = []
  for (const author of authors) {
    const one = contributor(author, written.length === 0)
    if (one) written.push(one)
  }
  return written.length ? element('contributors', {}, written) : null
}

function contributor(author: CitationAuthor, isFirst: boolean): Xml | null {
  const role = { sequence: isFirst ? 'first' : 'additional', contributor_role: 'author' }
  const [given, family] = [namePart(author.given), namePart(author.family)]
  if (author.isGroup || family === '') {
    const name = tidy(author.fullName).slice(0, 511)
    return name ? element('organization', role, name) : null
  }
  return element(
    'person_name',
    role,
    given ? element('given_name', {}, given) : null,
    element('surname', {}, family),
    affiliations(author.affiliations),
    author.orcid ? element('ORCID', { authenticated: String(author.authenticated) }, orcidUrl(author.orcid)) : null,
  )
}

function affiliations(known: readonly Affiliation[]): Xml | null {
  const written = known.flatMap((affiliation) => institution(affiliation) ?? [])
  return written.length ? element('affiliations', {}, written) : null
}

function institution({ institution, department, city, country, ror }: Affiliation): Xml | null {
  const name = tidy(institution).slice(0, 1024)
  if (!name) return null
  const place = tidy([city, country].filter(Boolean).join(', ')).slice(0, 255)
  const unit = tidy(department ?? '').slice(0, 255)
  return element(
    'institution',
    {},
    element('institution_name', {}, name),
    ror ? element('institution_id', { type: 'ror' }, ror) : null,
    place.length > 1 ? element('institution_place', {}, place) : null,
    unit.length > 1 ? element('institution_department', {}, unit) : null,
  )
}

export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Crossref takes neither digits nor question marks in a person's name, and 60 characters of each part. */
export const namePart = (part: string): string => tidy(tidy(part.replace(/[\d?]/g, '')).slice(0, 60))
