import { invertedName, type CitationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { oneLine } from '../../../contract/rules/text/plain-text.ts'

/** The article as an RIS record, for EndNote, Zotero, Mendeley and the like. */
export function ris(record: CitationRecord): string {
  const [year, month, date] = record.publishedOn?.split('-') ?? []
  const fields: [string, string | null | undefined][] = [
    ['TY', 'JOUR'],
    ...record.authors.map((author): [string, string] => ['AU', star(invertedName(author))]),
    ['TI', record.title],
    // Most programs read T2 as the journal, the oldest ones JO.
    ['T2', star(record.journal)],
    ['JO', star(record.journal)],
    ['JA', record.journalAbbreviation],
    ['VL', record.volume],
    ['IS', record.issue],
    ['SP', record.firstPage ?? record.elocationId],
    ['EP', record.lastPage],
    ['PY', year],
    ['DA', year && `${year}/${month}/${date}`],
    ['DO', record.doi],
    ['UR', record.url],
    ['L1', record.pdfUrl],
    ...record.keywords.map((keyword): [string, string] => ['KW', star(keyword)]),
    ['AB', record.abstract],
    ['SN', record.issn],
    ['PB', record.publisher],
    ['LA', record.language],
  ]
  // A line break would end the field, and other control characters are not text.
  const lines = fields.flatMap(([tag, value]) => (value ? [`${tag}  - ${oneLine(value)}`] : []))
  return [...lines, 'ER  - ', ''].join('\r\n')
}

/** The format forbids asterisks in names, keywords and journal titles. */
const star = (text: string): string => text.replaceAll('*', '')
