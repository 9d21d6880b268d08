import { titlePieces } from '../../contract/domain/inline-markup.ts'
import type { CitationRecord } from '../../contract/domain/citation/record.ts'
import { printedVolume } from '../../contract/domain/issue.ts'
import { licenceName } from '../../contract/domain/licence.ts'
import { pageSpan } from '../../contract/domain/page-range.ts'
import { plainTitle } from '../../contract/domain/inline-markup.ts'
import { journal } from '../../../journal.config.ts'
import type { JatsArticle } from '../jats/read.ts'
import type { Mark, Run } from '../jats/runs.ts'

export const words = (text: string, ...marks: Mark[]): Run[] => (text ? [{ text, marks }] : [])
export const link = (text: string, href = text): Run[] => [{ text, marks: [], href }]
export const titleRuns = (title: string): Run[] => titlePieces(title)

/** 'Kakar', 'Kakar and Tareen' or 'Kakar et al.', for the running head. */
export function shortAuthors({ contributors }: JatsArticle): string {
  const [first, second] = contributors.map(({ familyName, fullName }) => familyName ?? fullName)
  if (contributors.length > 2) return `${first} et al.`
  return [first, second].filter(Boolean).join(' and ')
}

/** 'Volume 1, Issue 2 (2024), 12–27'. */
export function placeInJournal({ volume, issue, pages, elocationId, publishedOn }: JatsArticle): string {
  const where = [printedVolume(volume, issue), `(${publishedOn.slice(0, 4)})`].filter(Boolean).join(' ')
  return [where, pages?.replace(/-/g, '–') ?? elocationId].filter(Boolean).join(', ')
}

/** The number on the article's first page; 1 where the journal prints none. */
export const firstPageNumber = ({ pages }: JatsArticle): number => Number(pageSpan(pages)?.first ?? 1)

/** The article as citations know it, before it has an address on the site: its DOI stands for one. */
export function citationRecordOf(article: JatsArticle): CitationRecord {
  const span = pageSpan(article.pages)
  const doiUrl = article.doi === null ? null : `https://doi.org/${article.doi}`
  return {
    id: '',
    slug: '',
    title: plainTitle(article.title),
    titleMarkup: article.title,
    authors: article.contributors.map((contributor) => ({
      fullName: contributor.fullName,
      family: contributor.familyName ?? contributor.fullName,
      given: contributor.givenNames ?? '',
      isGroup: contributor.isGroup,
      orcid: contributor.orcid,
      authenticated: contributor.orcidAuthenticated,
      affiliations: contributor.affiliations,
    })),
    journal: article.source?.journal ?? journal.name,
    journalAbbreviation: article.source ? null : journal.abbreviation,
    issn: journal.issn || null,
    publisher: article.source ? article.source.publisher : journal.publisher.name,
    firstPublishedElsewhere: article.source !== null,
    category: { name: article.category, url: '' },
    volume: article.volume?.replace(/^Volume /, '') ?? null,
    issue: article.issue,
    pages: article.pages,
    firstPage: span?.first ?? null,
    lastPage: span?.last ?? null,
    elocationId: article.elocationId,
    publishedOn: article.publishedOn,
    modifiedOn: null,
    receivedOn: article.receivedOn,
    acceptedOn: article.acceptedOn,
    doi: article.doi,
    doiUrl,
    url: doiUrl ?? '',
    pdfUrl: null,
    abstract: '',
    keywords: article.keywords,
    licenceUrl: article.licenceUrl ?? '',
    licenceName: article.licenceUrl ? licenceName(article.licenceUrl) : '',
    copyright: article.copyright,
    language: article.language,
    siteUrl: '',
    siteName: journal.name,
  }
}
