import {
  invertedName,
  type CitationRecord,
  relatedAddresses,
} from '../../../../contract/rules/articles/citation/record.ts'
import type { MetaTag } from './highwire.ts'

/**
 * Dublin Core, which library catalogues and harvesters read. What its fifteen elements have no place for is named as other
 * journals do.
 */
export function dublinCoreTags(record: CitationRecord): MetaTag[] {
  const tags: [string, string | null][] = [
    ['DC.Title', record.title],
    ...record.authors.map((author): [string, string] => ['DC.Creator', invertedName(author)]),
    ['DC.Date', record.publishedOn],
    ['DC.Date.modified', record.modifiedOn],
    ['DC.Type', 'Text.Serial.Journal'],
    ['DC.Format', 'text/html'],
    ['DC.Identifier', record.url],
    ['DC.Identifier.DOI', record.doi],
    ['DC.Identifier.pageNumber', record.pages ?? record.elocationId],
    ['DC.Source', record.journal],
    ['DC.Source.ISSN', record.issn],
    ['DC.Source.ISSN', record.issnPrint],
    ['DC.Source.Volume', record.volume],
    ['DC.Source.Issue', record.issue],
    ['DC.Publisher', record.publisher],
    ['DC.Language', record.language],
    ['DC.Rights', record.licenceUrl],
    ...relatedAddresses(record).map((address): [string, string] => ['DC.Relation', address]),
    ...record.keywords.map((keyword): [string, string] => ['DC.Subject', keyword]),
  ]
  return tags.flatMap(([name, content]) => (content ? [{ name, content }] : []))
}
