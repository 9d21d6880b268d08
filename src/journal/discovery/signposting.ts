import type { PublicArticle } from '../../contract/api/articles.ts'
import { citationRecord, type CitationRecord, relatedAddresses } from '../../contract/rules/articles/citation/record.ts'
import { orcidUrl } from '../../contract/rules/people/identifiers.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { type Link, linkHeader } from '../../platform/http/headers.ts'

/** Proxies refuse longer headers: for more authors the link set is complete. */
const LONGEST_HEADER = 4_000

/** What an article's page is, and where the things that belong to it are (signposting.org, level 1). */
export function articleLinks(article: PublicArticle, publicUrl: string): Link[] {
  const record = citationRecord(article, publicUrl)
  return [
    ...(record.doiUrl ? [{ rel: 'cite-as', href: record.doiUrl }] : []),
    { rel: 'type', href: 'https://schema.org/ScholarlyArticle' },
    { rel: 'type', href: 'https://schema.org/AboutPage' },
    ...(record.pdfUrl ? [{ rel: 'item', href: record.pdfUrl, type: 'application/pdf' }] : []),
    ...descriptions(record),
    { rel: 'license', href: record.licenceUrl },
    ...versionLinks(article, publicUrl),
    ...(article.volume
      ? [{ rel: 'collection', href: publicUrl + paths.volume(article.volume.id), type: 'text/html' }]
      : []),
    ...relatedAddresses(record).map((href) => ({ rel: 'related', href })),
    ...authors(record),
  ]
}

/** Of an article that has been changed (RFC 5829). */
const versionLinks = ({ id, versionNumber }: PublicArticle, publicUrl: string): Link[] =>
  versionNumber > 1
    ? [
        { rel: 'version-history', href: `${publicUrl}${paths.articleStatus(id)}.json`, type: 'application/json' },
        {
          rel: 'predecessor-version',
          href: publicUrl + paths.articleVersion(id, versionNumber - 1),
          type: 'text/html',
        },
      ]
    : []

const authors = ({ authors }: CitationRecord): Link[] => [
  ...new Set(authors.flatMap(({ orcid }) => (orcid ? [orcidUrl(orcid)] : []))),
].map((href) => ({ rel: 'author', href })) // prettier-ignore

const descriptions = ({ url }: CitationRecord): Link[] =>
  Object.entries(DOWNLOAD_TYPES).map(([format, type]) => ({
    rel: 'describedby',
    href: `${url}.${format}`,
    type: bare(type),
    ...(format === 'xml' ? { profile: 'http://jats.nlm.nih.gov' } : {}),
  }))

const bare = (type: string): string => type.split(';')[0]!

const linksetLink = (url: string): Link => ({
  rel: 'linkset',
  href: `${url}.linkset.json`,
  type: 'application/linkset+json',
})

/** The header of an article's page. */
export function articleLinkHeader(article: PublicArticle, publicUrl: string): string {
  const linkset = linksetLink(publicUrl + paths.article(article.id))
  const links = articleLinks(article, publicUrl)
  const whole = linkHeader([...links, linkset])
  return whole.length <= LONGEST_HEADER ? whole : linkHeader([...links.filter(({ rel }) => rel !== 'author'), linkset])
}

/** The header of a file that describes an article, or is its content. */
export function downloadLinkHeader(id: string, format: CitationFormat, publicUrl: string): string {
  const href = publicUrl + paths.article(id)
  return linkHeader([
    { rel: 'describes', href, type: 'text/html' },
    ...(format === 'xml' ? [{ rel: 'collection', href, type: 'text/html' }] : []),
  ])
}

/** All links of an article in one document (RFC 9264; signposting.org, level 2). */
export function linkset(article: PublicArticle, publicUrl: string): string {
  const page = publicUrl + paths.article(article.id)
  const links = articleLinks(article, publicUrl)
  const back = { href: page, type: 'text/html' }
  const contexts = [
    { anchor: page, ...byRelation(links) },
    ...links.filter(({ rel }) => rel === 'describedby').map(({ href }) => ({ anchor: href, describes: [back] })),
    ...links.filter(({ rel }) => rel === 'item').map(({ href }) => ({ anchor: href, collection: [back] })),
  ]
  return `${JSON.stringify({ linkset: contexts }, null, 1)}\n`
}

const byRelation = (links: readonly Link[]) =>
  Object.fromEntries(
    [...Map.groupBy(links, ({ rel }) => rel)].map(([rel, some]) => [
      rel,
      some.map(({ rel: _rel, ...target }) => target),
    ]),
  )

/** The files that describe an article, by the end of their address, with their media types. */
export const DOWNLOAD_TYPES = {
  bib: 'application/x-bibtex; charset=utf-8',
  'csl.json': 'application/vnd.citationstyles.csl+json; charset=utf-8',
  enw: 'application/x-endnote-refer; charset=utf-8',
  ris: 'application/x-research-info-systems; charset=utf-8',
  // No media type is registered for JATS: the general one is known to every program.
  xml: 'application/xml; charset=utf-8',
} as const

export type CitationFormat = keyof typeof DOWNLOAD_TYPES
