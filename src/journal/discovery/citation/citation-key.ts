import { inNormalForm } from '../../../contract/rules/text/plain-text.ts'
import type { CitationRecord } from '../../../contract/rules/articles/citation/record.ts'

const STOP_WORDS = new Set(
  'a an the on of in into for to at by and or but as is are was were be do does did can how what when where which who why with from its their this that these those'.split(
    ' ',
  ),
)

// Letters that have no accent to strip but are not ASCII either.
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}

/**
 * The BibTeX key of an article: family name, year and the title's first significant word, 'khan2026earlier'.
 * It depends on the article alone, so that a second download replaces the first. For names and titles without
 * Latin letters, the id is used.
 */
export function citationKey({ authors, publishedOn, title, id }: CitationRecord): string {
  const family = ascii(authors[0]?.family ?? '').replace(/[^a-z]/g, '')
  const words = ascii(title)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const word = words.find((candidate) => !STOP_WORDS.has(candidate) && /[a-z]/.test(candidate))
  return [family || 'anon', publishedOn?.slice(0, 4) ?? '', family && word ? word : `${word ?? ''}${id}`].join('')
}

const ascii = (text: string): string =>
  inNormalForm(text.toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþħı]/g, (letter) => LETTERS[letter]!)
