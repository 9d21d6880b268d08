import { titlePieces } from '../../../contract/rules/text/inline-markup.ts'
import { citationRecord, type CitationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { titleOn } from '../../../contract/rules/articles/titles.ts'
import { journal } from '../../../contract/journal.ts'
import { pageSpan, printedVolume } from '../../../contract/rules/articles/place-in-volume.ts'
import type { JatsArticle } from '../jats/read/article.ts'
import type { Mark, Run } from '../jats/model/runs.ts'

export const words = (text: string, ...marks: Mark[]): Run[] => (text ? [{ text, marks }] : [])
export const link = (text: string, href = text): Run[] => [{ text, marks: [], href }]
export const titleRuns = (title: string): Run[] => titlePieces(title)

/** The journal that an article appeared in, by its title of that day. */
export const titleInPrint = ({ source, publishedOn }: JatsArticle): string =>
  source?.journal ?? titleOn(publishedOn, journal()).name

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

/** The article's first page number; 1 if the journal prints none. */
export const firstPageNumber = ({ pages }: JatsArticle): number => Number(pageSpan(pages)?.first ?? 1)

/** The citation record of an article that has no URL on the site yet; its DOI is used instead. */
export function citationRecordOf({ contributors, ...article }: JatsArticle): CitationRecord {
  const record = citationRecord(
    {
      ...article,
      ...{ id: '', slug: '', category: { id: '', name: article.category }, keywords: article.keywords.join(', ') },
      contributors: contributors.map(({ orcid, ...contributor }) => ({
        role: contributor.corresponding ? 'Corresponding Author' : 'Author',
        contributor: { ...contributor, orcidId: orcid },
      })),
      volume: article.volume === null ? null : { id: '', title: article.volume, name: article.volume },
      pageNum: article.pages,
      ...{
        publishedAt: article.publishedOn,
        receivedAt: article.receivedOn,
        revisedAt: article.revisedOn,
        acceptedAt: article.acceptedOn,
      },
      ...{ correctedAt: null, pdfUrl: null, licenceUrl: article.licenceUrl ?? '' },
    },
    '',
  )
  return { ...record, url: record.doiUrl ?? '' }
}
