import { invertedName, type CitationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { oneLine } from '../../../contract/rules/text/plain-text.ts'

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
    ['%@', record.issn],
    ['%I', record.publisher],
    ...record.keywords.map((keyword): [string, string] => ['%K', keyword]),
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
