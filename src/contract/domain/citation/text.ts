import { joinNames } from '../author-names.ts'
import { titlePieces, type TitlePiece } from '../inline-markup.ts'
import { printedPages } from '../page-range.ts'
import type { CitationAuthor, CitationRecord } from './record.ts'

/** A piece of a reference: text with the title's marks, or a link. */
export interface CitationPiece extends TitlePiece {
  href?: string
}

/** More authors than this are named by the first of them and 'et al.'. */
const AUTHORS_NAMED = 6

/**
 * The reference as a reader cites it, in the manner of Vancouver:
 * 'Khan R, Okafor D. Title. Journal. 2026;4:41–56. https://doi.org/…'
 */
export function citationPieces(record: CitationRecord): CitationPiece[] {
  const names = record.authors.slice(0, AUTHORS_NAMED).map(citedName)
  if (record.authors.length > AUTHORS_NAMED) names.push('et al')
  return [
    ...text(names.length ? sentence(names.join(', ')) : ''),
    ...titlePieces(record.titleMarkup),
    ...text(`${ended(record.title)} ${sentence(record.journal)}${sentence(place(record))}`),
    link(record.doiUrl ?? record.url),
  ]
}

/**
 * The line that the licence of an article asks for where another journal published it first. Null
 * for articles of this journal, which are cited, not attributed.
 */
export function attributionPieces(record: CitationRecord, changes = LAYOUT_ONLY): CitationPiece[] | null {
  if (!record.firstPublishedElsewhere) return null
  const names = record.authors.map(({ fullName }) => fullName)
  const who = names.length > AUTHORS_NAMED ? `${names[0]} et al.` : joinNames(names)
  const year = record.publishedOn ? `(${record.publishedOn.slice(0, 4)})` : ''
  const head = [who, year].filter(Boolean).join(' ')
  return [
    ...text(head && sentence(head)),
    ...titlePieces(record.titleMarkup),
    ...text(`${ended(record.title)} ${sentence(record.journal)}`),
    ...(record.doiUrl ? [link(record.doiUrl), ...text('. ')] : []),
    ...text('Licensed under '),
    ...(record.licenceName === record.licenceUrl
      ? [link(record.licenceUrl)]
      : [...text(`${record.licenceName} (`), link(record.licenceUrl), ...text(')')]),
    ...text(`. Changes: ${changes}${ended(changes)}`),
  ]
}

/** What this site itself changes in an article it shows. */
const LAYOUT_ONLY = 'layout only'

export const citationText = (record: CitationRecord): string => joined(citationPieces(record))

export const attributionText = (record: CitationRecord, changes?: string): string | null => {
  const pieces = attributionPieces(record, changes)
  return pieces && joined(pieces)
}

/** '2026;4(3):41–56', with what is known of it. */
function place(record: CitationRecord): string {
  const pages = record.pages ? printedPages(record.pages) : record.elocationId
  const volume = `${record.volume ?? ''}${record.issue ? `(${printedPages(record.issue)})` : ''}`
  const where = [volume, pages].filter(Boolean)
  const year = record.publishedOn?.slice(0, 4)
  if (!year) return where.join(':')
  return year + (volume ? `;${where.join(':')}` : pages ? `:${pages}` : '')
}

/** 'Jean-Paul van der Berg' → 'van der Berg JP': the family name and at most two initials. */
export function citedName({ family, given }: Pick<CitationAuthor, 'family' | 'given'>): string {
  const initials = given
    .split(/[\s.-]+/)
    .filter(Boolean)
    .map((word) => (/^\p{Lu}{1,3}$/u.test(word) ? word : [...word][0]!.toUpperCase()))
    .join('')
  return [family, [...initials].slice(0, 2).join('')].filter(Boolean).join(' ')
}

const text = (words: string): CitationPiece[] => (words ? [{ text: words, marks: [] }] : [])
const link = (href: string): CitationPiece => ({ text: href, marks: [], href })
const joined = (pieces: CitationPiece[]): string => pieces.map((piece) => piece.text).join('')

/** The full stop that a text still needs. */
const ended = (words: string): string => (/[.!?…]$/.test(words) ? '' : '.')
const sentence = (words: string): string => (words ? `${words}${ended(words)} ` : '')
