import { longDate } from '../text/dates.ts'
import { inNormalForm } from '../text/plain-text.ts'
import { joinNames } from '../people/author-names.ts'

/**
 * What the International Code of Nomenclature (the Madrid Code, Art. 29 and 30) asks of an electronic publication before names in
 * it count, as far as a program can see it.
 */

/** Of a correction of an article whose PDF is locked. */
export const PDF_LOCKED =
  'This article has published new names: its PDF stays as it is for good, as the Code of nomenclature asks. A notice can say what is wrong with it.'
export const NOTICE_ALONE =
  'This article has published new names: it is corrected by a notice alone, which has a PDF of its own.'

export const NAMES_STAY =
  'This article has published new names, and cannot be deleted. A removal with a notice hides its text and keeps its names.'

export const NO_ISSN =
  'The journal has no ISSN. New names are published only in a work with an ISSN or ISBN (the Code, Art. 29.1).'
export const PDF_UNREADABLE =
  'No text could be read in this PDF, so that nobody can say whether the new names and the date are in it. Please upload a PDF with text.'

interface ToPublish {
  /** With rank and authors. */
  names: readonly string[]
  issn: string
  /** When it will be published. */
  day: string
  /** The text of each page; null if it cannot be read. */
  pages: readonly string[] | null
}

/** Why these names would not be published with this PDF, each as a sentence for the editor. */
export function nameProblems({ names, issn, day, pages }: ToPublish): string[] {
  if (!names.length) return []
  const ofJournal = issn ? [] : [NO_ISSN]
  if (!pages?.some((page) => page.trim())) return [...ofJournal, PDF_UNREADABLE]
  const text = pages.join('\n')
  const preliminary = preliminaryWords(pages)
  const missing = names.filter((name) => !isNamed(name, text))
  return [
    ...ofJournal,
    ...(isDated(text, day)
      ? []
      : [`The PDF does not name the day of its publication, ${longDate(day)} (the Code, Art. 29 and 31).`]),
    ...(preliminary
      ? [`The PDF says “${preliminary}”. Names are published in the final version only (the Code, Art. 30.2).`]
      : []),
    ...(missing.length
      ? [
          `The text of the PDF does not name ${joinNames(missing.map(latinOf))}. New names have to be in the PDF itself, not only in a supplement (the Code, Art. 30.3).`,
        ]
      : []),
  ]
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** '7 Nov. 2026', '7th of November 2026'; 'November 7, 2026'; '2026-11-07'; '7.11.2026' */
const DAYS = [
  /\b0?(?<date>\d{1,2})(?:st|nd|rd|th)?(?: of)?,? (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})\b/g,
  /\b(?<month>[a-z]{3,9})\.? 0?(?<date>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})\b/g,
  /\b(?<year>\d{4})-0?(?<month>\d{1,2})-0?(?<date>\d{1,2})\b/g,
  /\b0?(?<date>\d{1,2})\. ?0?(?<month>\d{1,2})\. ?(?<year>\d{4})\b/g,
]

/** True if a text names a day in full. */
export function isDated(text: string, day: string): boolean {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const name = MONTHS[month - 1]!
  const months = [name, name.slice(0, 3), name.slice(0, 4), String(month)]
  const plain = text.replace(/\s+/g, ' ').toLowerCase()
  return DAYS.some((PATTERN) =>
    [...plain.matchAll(PATTERN)].some(
      ({ groups: found }) =>
        Number(found!.year) === year && Number(found!.date) === date && months.includes(found!.month!),
    ),
  )
}

/** Only of what is not final yet. */
const PRELIMINARY =
  /\b(?:articles? in press|in press|uncorrected (?:page )?proofs?|accepted (?:author )?manuscript|accepted article|early view|(?:e-?pub )?ahead of print|online first|just accepted|not the version of record|preliminary version)\b/gi

/** 'Khan, in press' and '(Khan et al., in press)' are works of others: what stands before those words. */
const CITED = /(?:\p{Lu}[\p{L}.-]{0,40}|\bal\.),? $|\([^()]*$/u

/** The first words by which a page is preliminary. */
function preliminaryOn(page: string): string | null {
  const text = page.replace(/\s+/g, ' ')
  for (const { 0: words, index } of text.matchAll(PRELIMINARY)) {
    if (!/^in press$/i.test(words) || !CITED.test(text.slice(Math.max(0, index - 200), index))) return words
  }
  return null
}

/**
 * The words by which a PDF is preliminary: on its first page, or in a line that is on most pages. Those about other works, as in
 * references, do not count.
 */
export function preliminaryWords(pages: readonly string[]): string | null {
  const found = pages.map(preliminaryOn)
  if (found[0]) return found[0]
  const others = found.filter((words) => words !== null)
  return pages.length > 2 && others.length * 2 > pages.length ? others[0]! : null
}

/** Ranks after which the next word is part of the name. */
const RANKS = new Set(
  'subsp ssp var subvar f forma subf nothosubsp nothovar sect subsect ser subser subg subgen'.split(' '),
)

/** The words of a name in Latin, without authors: 'Populus hunzana', 'Rosa alba var. nova'. */
export function latinOf(name: string): string {
  const words = name.replace(/^\P{L}+/u, '').split(/\s+/)
  const kept = [words[0]!]
  const isEpithet = (word: string | undefined) => /^×?\p{Ll}[\p{Ll}-]{2,}$/u.test(word ?? '')
  if (isEpithet(words[1])) kept.push(words[1]!)
  for (let at = 1; at < words.length - 1; at++) {
    const rank = words[at]!.replace(/\.$/, '')
    const next = words[at + 1]!.replace(/[,;]$/, '')
    if (RANKS.has(rank) && /^\p{L}[\p{Ll}-]{2,}$/u.test(next)) kept.push(words[at]!, next)
  }
  return kept.join(' ').replace(/[,;]$/, '')
}

/** Without accents, in small letters; ligatures are the letters that they stand for. */
const plain = (text: string): string => inNormalForm(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
const letters = (text: string): string => plain(text).replace(/\P{L}/gu, '')

/** True if a text has a name, even across the end of a line. */
export function isNamed(name: string, text: string): boolean {
  const [first, ...further] = latinOf(name).split(/ (?=(?:\p{L}+\.|forma) )/u)
  const words = new Set(plain(text.replace(/-\s+/g, '')).match(/\p{L}+/gu))
  const isWhole = (part: string) =>
    /[\s-]/.test(part) ? letters(text).includes(letters(part)) : words.has(plain(part))
  // The authors of the species may stand before the rank.
  return [first!, ...further.map((part) => part.replace(/^\S+ /, ''))].every(isWhole)
}
