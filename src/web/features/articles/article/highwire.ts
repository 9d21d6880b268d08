import { orcidUrl } from '../../../../contract/rules/people/identifiers.ts'
import { invertedName, type CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'

export interface MetaTag {
  name: string
  content: string
}

/**
 * The `citation_*` tags that Google Scholar and reference managers read from an article's page. One tag per
 * author, containing only the name as 'Family, Given': Scholar accepts 'Given Family' as well, but has to
 * guess which is which.
 */
export function highwireTags(record: CitationRecord): MetaTag[] {
  const tags: [string, string | null][] = [
    ['citation_title', record.title],
    ...record.authors.flatMap((author): [string, string | null][] => [
      ['citation_author', invertedName(author)],
      // What follows belongs to this author.
      ...author.affiliations.map(({ line }): [string, string] => ['citation_author_institution', line]),
      ['citation_author_orcid', author.orcid && orcidUrl(author.orcid)],
    ]),
    ['citation_publication_date', record.publishedOn && record.publishedOn.replaceAll('-', '/')],
    ['citation_journal_title', record.journal],
    ['citation_journal_abbrev', record.journalAbbreviation],
    ['citation_issn', record.issn],
    ['citation_issn', record.issnPrint],
    ['citation_publisher', record.publisher],
    ['citation_volume', record.volume],
    ['citation_issue', record.issue],
    ['citation_firstpage', record.firstPage ?? record.elocationId],
    ['citation_lastpage', record.lastPage],
    ['citation_doi', record.doi],
    ['citation_pdf_url', record.pdfUrl],
    ['citation_abstract_html_url', record.url],
    ['citation_language', record.language],
    // One tag per keyword: readers that split at commas would break names such as 1,8-cineole.
    ...record.keywords.map((keyword): [string, string] => ['citation_keywords', keyword]),
  ]
  return tags.flatMap(([name, content]) => (content ? [{ name, content }] : []))
}
