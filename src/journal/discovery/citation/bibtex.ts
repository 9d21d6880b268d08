import { citationKey } from './citation-key.ts'
import { escapeLatex, latexTitle } from './latex.ts'
import type { CitationAuthor, CitationRecord } from '../../../contract/rules/articles/citation/record.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The article as a BibTeX entry, in UTF-8. */
export function bibtex(record: CitationRecord): string {
  const [year, month] = record.publishedOn?.split('-') ?? []
  const braced = (value: string | null | undefined): string | null => (value ? `{${value}}` : null)
  const escaped = (value: string | null) => braced(value && escapeLatex(value))
  const fields: [string, string | null][] = [
    ['author', braced(record.authors.map(bibName).join(' and '))],
    ['title', braced(latexTitle(record.titleMarkup))],
    ['journal', escaped(record.journal)],
    ['year', braced(year)],
    // Month names are BibTeX macros, so they are written without braces.
    ['month', MONTHS[Number(month) - 1] ?? null],
    ['volume', escaped(record.volume)],
    ['number', escaped(record.issue?.replace(/-/g, '--') ?? null)],
    // An article number is written where every style prints it; few styles know a field of its own.
    ['pages', escaped(record.pages?.replace(/-/g, '--').replace(/,\s*/g, ', ') ?? record.elocationId)],
    ['doi', braced(record.doi && verbatim(record.doi))],
    ['url', braced(verbatim(record.url))],
    ['issn', escaped(record.issn)],
    ['publisher', escaped(record.publisher)],
    ['copyright', escaped(record.copyright)],
    ['keywords', braced(record.keywords.map(keyword).join(', '))],
    ['abstract', escaped(record.abstract)],
  ]
  const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = ${value},`] : []))
  return `@article{${citationKey(record)},\n${lines.join('\n')}\n}\n`
}

/** 'Family, Jr., Given', or '{Group}'. Braces protect a name that contains a separator of the format. */
function bibName({ family, given, suffix, isGroup }: CitationAuthor): string {
  if (isGroup) return `{${escapeLatex(family)}}`
  const parts = [family, suffix, given].filter(Boolean)
  return parts
    .map((part) => (/,|(^|\s)and(\s|$)/i.test(part) ? `{${escapeLatex(part)}}` : escapeLatex(part)))
    .join(', ')
}

/** Braces protect a keyword that contains a comma. */
const keyword = (word: string): string => (word.includes(',') ? `{${escapeLatex(word)}}` : escapeLatex(word))

/** URLs are read literally: nothing is escaped in them, and braces must not occur in them. */
const verbatim = (address: string): string => address.replace(/[{}\\\s]/g, encodeURIComponent)
