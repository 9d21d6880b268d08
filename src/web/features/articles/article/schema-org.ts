import { journal } from '../../../../contract/journal.ts'
import type { Affiliation } from '../../../../contract/rules/people/affiliations.ts'
import { creditUrl } from '../../../../contract/rules/people/credit.ts'
import { orcidUrl } from '../../../../contract/rules/people/identifiers.ts'
import {
  ipniUrl,
  type NewName,
  type Voucher,
  voucherInWords,
} from '../../../../contract/rules/articles/declared-material.ts'
import {
  type ArticleLink,
  type Award,
  identifierOf,
  LINK_KINDS,
} from '../../../../contract/rules/articles/declared-works.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { NOTICES, STANDING_WORDS } from '../../../../contract/rules/articles/notices.ts'
import { printedPages } from '../../../../contract/rules/articles/place-in-volume.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import type {
  CitationAuthor,
  CitationRecord,
  CitedNotice,
} from '../../../../contract/rules/articles/citation/record.ts'

/** A JSON-LD object. Keys whose value is undefined are dropped. */
export type JsonLd = Record<string, unknown>

const CONTEXT = 'https://schema.org'

/** The journal's own publisher has the journal's logo. */
function publisherOf({ url }: CitationRecord, name: string): JsonLd {
  const { look, publisher } = journal()
  const logo = look.logo && name === publisher.name ? new URL(look.logo, url).href : null
  return filled({ '@type': 'Organization', name, logo })
}

/** The article as schema.org describes it, for search engines. */
export const scholarlyArticle = (record: CitationRecord): JsonLd =>
  filled({
    '@context': CONTEXT,
    '@type': 'ScholarlyArticle',
    '@id': record.url,
    url: record.url,
    mainEntityOfPage: record.url,
    headline: record.title,
    name: record.title,
    author: record.authors.map(author),
    contributor: record.authors.filter(({ credit }) => credit.length).map(contribution),
    datePublished: record.publishedOn,
    dateModified: record.modifiedOn,
    isPartOf: container(record),
    pagination: record.pages ? printedPages(record.pages) : record.elocationId,
    pageStart: record.firstPage,
    pageEnd: record.lastPage,
    identifier: record.doi && {
      '@type': 'PropertyValue',
      propertyID: 'DOI',
      value: record.doi,
      url: record.doiUrl,
    },
    sameAs: record.doiUrl,
    license: record.licenceUrl,
    copyrightNotice: record.copyright,
    publisher: record.publisher && publisherOf(record, record.publisher),
    image: record.cardUrl,
    creativeWorkStatus: record.standing === 'current' ? null : STANDING_WORDS[record.standing],
    correction: record.notices.map(correction),
    about: record.asNotice?.about.map(({ title, doi, url }) => ({
      ...{ '@type': 'ScholarlyArticle', '@id': url, url, name: title },
      ...(doi ? { sameAs: doiUrl(doi) } : {}),
    })),
    funding: record.awards.map(grant),
    isBasedOn: record.links.map(work),
    mentions: [...record.newNames.map(taxon), ...record.vouchers.map(specimen)],
    abstract: record.abstract,
    articleSection: record.category.name,
    keywords: record.keywords,
    inLanguage: record.language,
    isAccessibleForFree: true,
    encoding: record.pdfUrl && {
      '@type': 'MediaObject',
      contentUrl: record.pdfUrl,
      encodingFormat: 'application/pdf',
    },
  })

/** A notice about the article, in the words of its banner. */
const correction = ({ kind, on, doi, url, sentence }: CitedNotice): JsonLd =>
  filled({
    '@type': 'CorrectionComment',
    '@id': url,
    name: NOTICES[kind].name,
    text: sentence,
    datePublished: on,
    url,
    sameAs: doi && doiUrl(doi),
  })

/** The breadcrumb of an article: current articles, its category, itself. */
export const breadcrumbs = (record: CitationRecord): JsonLd => {
  const crumbs = [
    { name: 'Current Articles', url: record.siteUrl + paths.articles },
    record.category,
    { name: record.title, url: record.url },
  ]
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

const author = ({ fullName, family, given, suffix, isGroup, orcid, affiliations }: CitationAuthor): JsonLd =>
  isGroup
    ? { '@type': 'Organization', name: fullName }
    : filled({
        '@type': 'Person',
        name: fullName,
        familyName: given ? family : null,
        givenName: given,
        honorificSuffix: suffix,
        sameAs: orcid && orcidUrl(orcid),
        affiliation: affiliations.map(organization),
      })

const grant = ({ funder, ror, number, doi }: Award): JsonLd =>
  filled({
    '@type': 'Grant',
    identifier: number,
    sameAs: doi && doiUrl(doi),
    funder: filled({ '@type': 'Organization', name: funder, sameAs: ror }),
  })

const work = (link: ArticleLink): JsonLd =>
  filled({
    '@type': LINK_KINDS[link.kind].schema,
    name: [LINK_KINDS[link.kind].label, link.repository].filter(Boolean).join(', '),
    identifier: identifierOf(link),
    url: link.doi === null ? link.url : doiUrl(link.doi),
  })

const taxon = ({ name, ipni }: NewName): JsonLd =>
  filled({
    '@type': 'Taxon',
    name,
    identifier: ipni && `urn:lsid:ipni.org:names:${ipni}`,
    sameAs: ipni && ipniUrl(ipni),
  })

/** As Darwin Core calls it. schema.org has no word for a specimen. */
const specimen = (voucher: Voucher): JsonLd =>
  filled({
    '@type': 'Thing',
    additionalType: 'http://rs.tdwg.org/dwc/terms/PreservedSpecimen',
    name: voucherInWords(voucher),
    identifier: voucher.barcode,
    url: voucher.uri,
  })

/** What an author did. */
const contribution = ({ fullName, credit, isGroup }: CitationAuthor): JsonLd => ({
  '@type': 'Role',
  roleName: credit.map(creditUrl),
  contributor: { '@type': isGroup ? 'Organization' : 'Person', name: fullName },
})

const organization = ({ line, ror }: Affiliation): JsonLd =>
  filled({ '@type': 'Organization', name: line, sameAs: ror })

function container(record: CitationRecord): JsonLd {
  const periodical = filled({
    '@type': 'Periodical',
    name: record.journal,
    issn: record.issnPrint ? [record.issn, record.issnPrint].filter(Boolean) : record.issn,
    url: record.firstPublishedElsewhere ? null : record.siteUrl,
  })
  const volume = record.volume
    ? { '@type': 'PublicationVolume', volumeNumber: record.volume, isPartOf: periodical }
    : periodical
  return record.issue ? { '@type': 'PublicationIssue', issueNumber: record.issue, isPartOf: volume } : volume
}

/** Drops unknown values: null, empty strings and empty lists. */
const filled = (object: JsonLd): JsonLd =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) =>
        !(value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)),
    ),
  )
