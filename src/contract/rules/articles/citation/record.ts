import { journal } from '../../../journal.ts'
import type { PublicArticle, PublicContributor } from '../../../api/articles.ts'
import type { Affiliation } from '../../people/affiliations.ts'
import type { CreditRole } from '../../people/credit.ts'
import { textOfHtml } from '../../text/html-text.ts'
import { plainTitle } from '../../text/inline-markup.ts'
import { oneLine } from '../../text/plain-text.ts'
import { paths } from '../../site/paths.ts'
import { type ContributorRole, isPublicRole, type PersonName, suffixOf } from '../../people/people.ts'
import { doiUrl } from '../doi.ts'
import type { Material } from '../declared-material.ts'
import type { ArticleLink, Award } from '../declared-works.ts'
import { bannerSentence, type NoticeKind, NOTICES, publicTitle, type Standing } from '../notices.ts'
import type { PublishedNotice } from '../../../api/published-notice.ts'
import type { Supplement } from '../supplements.ts'
import { keywordList } from '../keywords.ts'
import { citedVolume, pageSpan } from '../place-in-volume.ts'
import { titleOn, type TitledJournal } from '../titles.ts'

export interface CitationAuthor {
  /** In reading order, as printed. */
  fullName: string
  /** The whole name of a group. */
  family: string
  /** Empty for a single name and for a group. */
  given: string
  /** 'Jr.', 'III'; empty without one. */
  suffix: string
  isGroup: boolean
  orcid: string | null
  /** False for an iD that was not authenticated with ORCID. */
  authenticated: boolean
  affiliations: Affiliation[]
  credit: readonly CreditRole[]
}

/**
 * The bibliographic record of an article. Every citation format, meta tag and feed is derived from it. Null:
 * not known, or not applicable.
 */
export interface CitationRecord {
  id: string
  slug: string
  /** As plain text. */
  title: string
  /** With `<i>`, `<sub>`, `<sup>`; see `inline-markup.ts`. */
  titleMarkup: string
  authors: CitationAuthor[]
  /** The journal of first publication: this one under the title of that day, unless the article names another. */
  journal: string
  journalAbbreviation: string | null
  issn: string | null
  issnPrint: string | null
  publisher: string | null
  firstPublishedElsewhere: boolean
  category: { name: string; url: string }
  volume: string | null
  issue: string | null
  /** The stored page range, with hyphens: '41-56'. */
  pages: string | null
  firstPage: string | null
  lastPage: string | null
  /** The article number, if there are no pages. */
  elocationId: string | null
  /** YYYY-MM-DD, like the other dates. */
  publishedOn: string | null
  /** When it was last corrected; null if never. */
  modifiedOn: string | null
  receivedOn: string | null
  revisedOn: string | null
  acceptedOn: string | null
  doi: string | null
  doiUrl: string | null
  url: string
  pdfUrl: string | null
  /** A picture of 1200 by 630 pixels for links to the article. */
  cardUrl: string
  abstract: string
  keywords: string[]
  licenceUrl: string
  licenceName: string
  copyright: string | null
  language: string
  awards: readonly Award[]
  links: readonly ArticleLink[]
  vouchers: Readonly<Material['vouchers']>
  newNames: Readonly<Material['newNames']>
  /** With whole addresses. */
  supplements: readonly Supplement[]
  standing: Standing
  /** The published notices about it, newest first; empty where they were not asked for. */
  notices: readonly CitedNotice[]
  /** What it is a notice about; null for other articles. */
  asNotice: NoticeLinks | null
  /** URL of this site, without a trailing slash. */
  siteUrl: string
  /** Title of this journal, wherever the article was first published. */
  siteName: string
}

/** A notice about an article, as formats tell of it. */
export interface CitedNotice {
  kind: NoticeKind
  /** A day. */
  on: string
  doi: string | null
  url: string
  /** What readers have to know: 'Retracted on May 19, 2026: …'. */
  sentence: string
  /** False for a concern that another notice has ended. */
  isInForce: boolean
  /** The article that takes the place of a retracted one. */
  replacedByUrl: string | null
}

/** A notice, and the works that it is about. */
export interface NoticeLinks {
  kind: NoticeKind
  about: readonly { title: string; doi: string | null; url: string }[]
}

/** What citations say of the journal. */
export interface JournalIdentity extends Pick<TitledJournal, 'name' | 'abbreviation' | 'issn'> {
  /** Without it nothing is printed. */
  issnPrint?: string
  /** Without them the journal has always had its title. */
  formerTitles?: TitledJournal['formerTitles']
  language: string
  publisher: { name: string }
}

/** The input of a citation, independent of where the article is stored. */
export type CitedArticle = Pick<
  PublicArticle,
  'id' | 'slug' | 'title' | 'abstract' | 'keywords' | 'category' | 'volume' | 'issue' | 'pageNum' | 'elocationId'
> &
  Pick<
    PublicArticle,
    'publishedAt' | 'correctedAt' | 'receivedAt' | 'revisedAt' | 'acceptedAt' | 'doi' | 'pdfUrl' | 'source'
  > &
  Pick<PublicArticle, 'licenceUrl' | 'copyright'> &
  Partial<
    Pick<
      PublicArticle,
      'standing' | 'notices' | 'asNotice' | 'awards' | 'links' | 'supplements' | 'vouchers' | 'newNames'
    >
  > & {
    contributors: readonly {
      role: ContributorRole
      contributor: PersonName &
        Pick<PublicContributor['contributor'], 'affiliations' | 'orcidId' | 'orcidAuthenticated'> &
        Partial<Pick<PublicContributor['contributor'], 'credit'>>
    }[]
  }

export function citationRecord(
  article: CitedArticle,
  publicUrl: string,
  identity: JournalIdentity = journal(),
): CitationRecord {
  const { source, standing = 'current', asNotice } = article
  const title = publicTitle(article.title, standing)
  const span = pageSpan(article.pageNum)
  const ofItsDay = titleOn(day(article.publishedAt), { issnPrint: '', formerTitles: [], ...identity })
  return {
    id: article.id,
    slug: article.slug,
    title: oneLine(plainTitle(title)),
    titleMarkup: oneLine(title),
    authors: authorsOf(article),
    journal: source?.journal ?? ofItsDay.name,
    journalAbbreviation: source ? null : ofItsDay.abbreviation,
    issn: source ? null : ofItsDay.issn || null,
    issnPrint: source ? null : ofItsDay.issnPrint || null,
    publisher: source ? source.publisher : identity.publisher.name,
    firstPublishedElsewhere: source !== null,
    category: { name: article.category.name, url: publicUrl + paths.category(article.category.id) },
    volume: article.volume && citedVolume(article.volume.title),
    issue: article.issue,
    pages: span ? article.pageNum : null,
    firstPage: span?.first ?? null,
    lastPage: span?.last ?? null,
    elocationId: span ? null : article.elocationId,
    publishedOn: day(article.publishedAt),
    modifiedOn: day(article.correctedAt),
    receivedOn: day(article.receivedAt),
    revisedOn: day(article.revisedAt),
    acceptedOn: day(article.acceptedAt),
    doi: article.doi,
    doiUrl: article.doi === null ? null : doiUrl(article.doi),
    url: publicUrl + paths.article(article.id),
    pdfUrl: article.pdfUrl === null ? null : publicUrl + article.pdfUrl,
    cardUrl: publicUrl + paths.articleCard(article.id),
    abstract: textOfHtml(article.abstract),
    keywords: keywordList(article.keywords).map(oneLine),
    licenceUrl: article.licenceUrl,
    licenceName: licenceName(article.licenceUrl),
    copyright: article.copyright,
    language: identity.language,
    awards: article.awards ?? [],
    links: article.links ?? [],
    vouchers: article.vouchers ?? [],
    newNames: article.newNames ?? [],
    supplements: (article.supplements ?? []).map((one) => ({ ...one, url: publicUrl + one.url })),
    standing,
    notices: (article.notices ?? []).map((notice) => citedNotice(notice, publicUrl)),
    asNotice: asNotice
      ? {
          kind: asNotice.kind,
          about: asNotice.about.map(({ id, title, doi }) => ({
            ...{ title: plainTitle(title), doi, url: publicUrl + paths.article(id) },
          })),
        }
      : null,
    siteUrl: publicUrl,
    siteName: identity.name,
  }
}

function citedNotice(
  { id, kind, publishedAt, doi, closedBy, replacedBy, ...notice }: PublishedNotice,
  publicUrl: string,
): CitedNotice {
  const on = publishedAt.slice(0, 10)
  const { lead, rest } = bannerSentence(kind, { on, ...notice })
  const sentence = oneLine(`${lead} ${rest}`)
  const replacedByUrl = replacedBy && publicUrl + paths.article(replacedBy)
  return { kind, on, doi, url: publicUrl + paths.article(id), sentence, isInForce: closedBy === null, replacedByUrl }
}

/** The notices about an article, or the articles that a notice is about: by DOI, or by address where there is none. */
export const relatedAddresses = ({ notices, asNotice }: CitationRecord): string[] =>
  [...notices, ...(asNotice?.about ?? [])].map(({ doi, url }) => (doi === null ? url : doiUrl(doi)))

/** The sentence and address of the notice that decides an article's standing; null while it is current. */
export function standingNote({ standing, notices }: CitationRecord): { notice: CitedNotice; text: string } | null {
  if (standing === 'current') return null
  const notice = notices.find((one) => one.isInForce && NOTICES[one.kind].standing === standing)
  return notice ? { notice, text: `${notice.sentence} Notice: ${notice.doi ? doiUrl(notice.doi) : notice.url}` } : null
}

/** Review is single-blind: administrators see an article's reviewers, but a citation never names them. */
const authorsOf = (article: CitedArticle): CitationAuthor[] =>
  article.contributors
    .filter(({ role }) => isPublicRole(role))
    .map(({ contributor: { fullName, familyName, givenNames, isGroup, ...contributor } }) => ({
      fullName: oneLine(fullName),
      family: oneLine(familyName ?? fullName),
      given: oneLine(givenNames ?? ''),
      suffix: suffixOf({ fullName, familyName, givenNames, isGroup }),
      isGroup,
      orcid: contributor.orcidId,
      authenticated: contributor.orcidAuthenticated,
      affiliations: contributor.affiliations,
      credit: contributor.credit ?? [],
    }))

/**
 * 'Khan, Rabia' and 'Smith, John, Jr.'; a single name and a group's are whole. A comma within a part would be read as
 * the one between them.
 */
export const invertedName = ({ family, given, suffix }: CitationAuthor): string =>
  [family, given, suffix].map(withoutCommas).filter(Boolean).join(', ')

const withoutCommas = (part: string): string => oneLine(part.replaceAll(',', ' '))

const day = (timestamp: string | null): string | null => timestamp?.slice(0, 10) ?? null

/** The usual short name of a Creative Commons licence, from its URL; other URLs are returned unchanged. */
export function licenceName(url: string): string {
  const found = /creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)/.exec(url)
  if (!found) return url
  const [, family, code = '', version = ''] = found
  return family === 'publicdomain' ? `CC0 ${version}` : `CC ${code.toUpperCase()} ${version}`
}
