import { journal } from '../../../journal.ts'
import { joinNames } from '../../people/author-names.ts'
import { type TitlePiece, titlePieces } from '../../text/inline-markup.ts'
import { printedPages } from '../place-in-volume.ts'
import type { CitationAuthor, CitationRecord } from './record.ts'

/** A piece of a reference: text with its markup, or a link. */
export interface CitationPiece extends TitlePiece {
  href?: string
}

/** Longer author lists are cut to this number, followed by 'et al.'. */
const AUTHORS_NAMED = 6

/** The reference in Vancouver style: 'Khan R, Okafor D. Title. Journal. 2026;4:41–56. https://doi.org/…' */
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
 * The attribution that the licence requires for an article first published in another journal. Null for
 * articles of this journal, which are cited instead.
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

/** What this site changes in an article it republishes. */
const LAYOUT_ONLY = 'layout only'

export const citationText = (record: CitationRecord): string => joined(citationPieces(record))

export const attributionText = (record: CitationRecord, changes?: string): string | null => {
  const pieces = attributionPieces(record, changes)
  return pieces && joined(pieces)
}

/** '2026;4(3):41–56', omitting unknown parts. */
function place(record: CitationRecord): string {
  const pages = record.pages ? printedPages(record.pages) : record.elocationId
  const volume = `${record.volume ?? ''}${record.issue ? `(${printedPages(record.issue)})` : ''}`
  const where = [volume, pages].filter(Boolean)
  const year = record.publishedOn?.slice(0, 4)
  if (!year) return where.join(':')
  return year + (volume ? `;${where.join(':')}` : pages ? `:${pages}` : '')
}

/** 'Jean-Paul van der Berg' → 'van der Berg JP': the family name and at most two initials. */
export function citedName({ family, given, suffix }: Pick<CitationAuthor, 'family' | 'given' | 'suffix'>): string {
  const initials = given
    .split(/[\s.-]+/)
    .filter(Boolean)
    .map((word) => (/^\p{Lu}{1,3}$/u.test(word) ? word : [...word][0]!.toUpperCase()))
    .join('')
  return [family, [...initials].slice(0, 2).join(''), suffix.replace('.', '')].filter(Boolean).join(' ')
}

const text = (words: string): CitationPiece[] => (words ? [{ text: words, marks: [] }] : [])
const link = (href: string): CitationPiece => ({ text: href, marks: [], href })
const joined = (pieces: CitationPiece[]): string => pieces.map((piece) => piece.text).join('')

/** A full stop, if the text does not end with one. */
const ended = (words: string): string => (/[.!?…]$/.test(words) ? '' : '.')
const sentence = (words: string): string => (words ? `${words}${ended(words)} ` : '')

/** The styles in which an article's reference is offered. */
export const CITATION_STYLES = [
  { id: 'apa', name: 'APA' },
  { id: 'mla', name: 'MLA' },
  { id: 'chicago', name: 'Chicago' },
  { id: 'vancouver', name: 'Vancouver' },
  { id: 'harvard', name: 'Harvard' },
] as const

export type CitationStyle = (typeof CITATION_STYLES)[number]['id']

/** A reference in each style, as HTML with `<i>`, `<sub>`, `<sup>` and one link. */
export type FormattedCitations = Record<CitationStyle, string>

export const defaultStyle = (): CitationStyle => journal().citationStyle
