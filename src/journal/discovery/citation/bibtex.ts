import {
  type CitationAuthor,
  type CitationRecord,
  standingNote,
} from '../../../contract/rules/articles/citation/record.ts'
import { plainTitle, type TitleMark, titlePieces } from '../../../contract/rules/text/inline-markup.ts'
import { citationKey } from './citation-key.ts'

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
    ['issn', escaped(record.issn ?? record.issnPrint)],
    ['publisher', escaped(record.publisher)],
    ['copyright', escaped(record.copyright)],
    ['note', escaped(standingNote(record)?.text ?? null)],
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

const ESCAPES: Record<string, string> = {
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  // BibTeX counts braces even after a backslash: an unbalanced one would swallow the rest of the file.
  '{': '{\\textbraceleft}',
  '}': '{\\textbraceright}',
  '~': '{\\textasciitilde}',
  '^': '{\\textasciicircum}',
  '\\': '{\\textbackslash}',
  '<': '{\\textless}',
  '>': '{\\textgreater}',
}

/** Text for LaTeX on one line, with its special characters escaped. */
export const escapeLatex = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[&%$#_{}~^\\<>]/g, (character) => ESCAPES[character]!)

const COMMANDS: Record<TitleMark, string> = { i: '\\textit{', sub: '\\textsubscript{', sup: '\\textsuperscript{' }
const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu

/**
 * A title for BibTeX: italics, subscripts and superscripts as commands, and braces around words whose
 * capitals a style must not change.
 */
export function latexTitle(markup: string): string {
  const keepsCapitals = capitalRule(plainTitle(markup))
  const open: TitleMark[] = []
  let latex = ''
  let isFirst = true
  for (const { text, marks } of titlePieces(markup)) {
    let shared = 0
    while (shared < open.length && open[shared] === marks[shared]) shared++
    latex += '}'.repeat(open.length - shared)
    open.length = shared
    for (const mark of marks.slice(shared)) {
      latex += COMMANDS[mark]
      open.push(mark)
    }
    // The braces of a command already protect capitals.
    latex += marks.length
      ? escapeInside(text)
      : protectWords(text, (word, at) => keepsCapitals(word, isFirst && at === 0))
    if (text.trim()) isFirst = false
  }
  return latex + '}'.repeat(open.length)
}

/** Text inside a title, including the spaces at its ends. */
const escapeInside = (text: string): string => text.replace(/[&%$#_{}~^\\<>]/g, (character) => ESCAPES[character]!)

function protectWords(text: string, keep: (word: string, index: number) => boolean): string {
  let latex = ''
  let end = 0
  for (const [index, match] of [...text.matchAll(WORD)].entries()) {
    const [word] = match
    latex += escapeInside(text.slice(end, match.index)) + (keep(word, index) ? `{${word}}` : word)
    end = match.index + word.length
  }
  return latex + escapeInside(text.slice(end))
}

/**
 * Which words keep their capitals: always those with unusual capitals or digits (DNA, mRNA, B510, the L. of
 * Linnaeus); other capitalised words, which are names, unless the whole title is capitalised.
 */
function capitalRule(title: string): (word: string, isFirst: boolean) => boolean {
  const later = (title.match(WORD) ?? []).slice(1).filter((word) => word.length >= 4)
  const capitalised = later.filter((word) => /^\p{Lu}/u.test(word)).length
  const inCapitals = capitalised >= 2 && capitalised * 2 > later.length
  return (word, isFirst) =>
    (inCapitals ? word.split(/[-'’]/) : [word]).some(
      (part) => /.\p{Lu}|^[B-Z]$/u.test(part) || (/\p{Lu}/u.test(part) && /\p{N}/u.test(part)),
    ) ||
    (/^\p{Lu}/u.test(word) && !isFirst && !inCapitals)
}
