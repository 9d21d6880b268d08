import { invertedName, type CitationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { element, type Xml } from '../../../platform/xml.ts'

/** An article in unqualified Dublin Core, which every harvester understands. */
export function dublinCore(record: CitationRecord): Xml {
  const { title, authors, keywords, category, abstract, publisher, publishedOn, url, doiUrl, pdfUrl } = record
  const all = (name: string, values: readonly (string | null)[]): Xml[] =>
    values.filter((value) => value).map((value) => element(`dc:${name}`, {}, value))
  return element(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation':
        'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    },
    all('title', [title]),
    all('creator', authors.map(invertedName)),
    all('subject', [...keywords, category.name]),
    all('description', [abstract]),
    all('publisher', [publisher]),
    all('date', [publishedOn]),
    all('type', ['info:eu-repo/semantics/article', 'info:eu-repo/semantics/publishedVersion']),
    all('format', ['text/html', 'application/xml', pdfUrl && 'application/pdf']),
    all('identifier', [url, doiUrl]),
    all('source', [sourceOf(record), record.issn]),
    all('language', [record.language]),
    all('relation', [pdfUrl]),
    all('rights', [record.copyright, record.licenceUrl]),
  )
}

/** Where it appeared: 'Journal of Botany; Vol. 7 No. 3; 41-56'. */
function sourceOf({ journal, volume, issue, pages, elocationId }: CitationRecord): string {
  const place = [volume && `Vol. ${volume}`, issue && `No. ${issue}`].filter(Boolean).join(' ')
  return [journal, place, pages ?? elocationId].filter(Boolean).join('; ')
}
