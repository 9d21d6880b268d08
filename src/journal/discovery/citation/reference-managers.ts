import { type CitationRecord, invertedName, standingNote } from '../../../contract/rules/articles/citation/record.ts'
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
    ['N1', standingNote(record)?.text],
    ['AB', record.abstract],
    ['SN', record.issn ?? record.issnPrint],
    ['PB', record.publisher],
    ['LA', record.language],
  ]
  // A line break would end the field, and other control characters are not text.
  const lines = fields.flatMap(([tag, value]) => (value ? [`${tag}  - ${oneLine(value)}`] : []))
  return [...lines, 'ER  - ', ''].join('\r\n')
}

/** The format forbids asterisks in names, keywords and journal titles. */
const star = (text: string): string => text.replaceAll('*', '')

/** The article in EndNote's tagged format (`.enw`), which EndNote opens without asking for an import filter. */
export function endNote(record: CitationRecord): string {
  const fields: [string, string | null | undefined][] = [
    ['%0', 'Journal Article'],
    ...record.authors.map((author): [string, string] => ['%A', nameOf(author)]),
    ['%T', record.title],
    ['%J', record.journal],
    ['%V', record.volume],
    ['%N', record.issue],
    // EndNote has one field for pages and article numbers.
    ['%P', record.pages ?? record.elocationId],
    ['%D', record.publishedOn?.slice(0, 4)],
    ['%8', record.publishedOn],
    ['%R', record.doi],
    ['%U', record.url],
    ['%>', record.pdfUrl],
    ['%@', record.issn ?? record.issnPrint],
    ['%I', record.publisher],
    ...record.keywords.map((keyword): [string, string] => ['%K', keyword]),
    ['%Z', standingNote(record)?.text],
    ['%X', record.abstract],
    ['%G', record.language],
  ]
  // A line break would end the field, and an empty line the record.
  const lines = fields.flatMap(([tag, value]) => (value ? [`${tag} ${oneLine(value)}`] : []))
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** A comma at the end tells EndNote that a name is whole: without it, the last word would be a family name. */
const nameOf = (author: CitationRecord['authors'][number]): string =>
  author.given ? invertedName(author) : `${invertedName({ ...author, suffix: '' })},`
