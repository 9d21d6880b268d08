import { inNormalForm } from '../text/plain-text.ts'
import { rorIn } from '../people/identifiers.ts'

/** An organisation that pays for research, by its entry in ROR. */
export interface Funder {
  ror: string
  name: string
  country: string | null
}

/** With its other names, by which it is found too. */
export interface ListedFunder extends Funder {
  otherNames: string[]
}

/** Further words of a name are not searched for. */
const WORDS_MAX = 60
const WORD_MAX = 60

/** The words of a text, as they are compared: in small letters, without accents. */
export const funderWords = (text: string): string[] => {
  const plain = inNormalForm(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, WORD_MAX)))].slice(0, WORDS_MAX)
}

/** The words by which a funder is found: of all its names, and its id. */
export const wordsOfFunder = ({ ror, name, otherNames }: Omit<ListedFunder, 'country'>): string[] =>
  [...new Set([...funderWords([name, ...otherNames].join(' ')), ror.slice(ror.lastIndexOf('/') + 1)])].slice(
    0,
    WORDS_MAX + 1,
  )

/** A row of ROR's list of organisations in CSV (schema 2): https://doi.org/10.5281/zenodo.6347574 */
export type RorRow = Partial<Record<(typeof ROR_COLUMNS)[number] | (typeof ROR_NAMES)[number], string>>

/** Without these columns a file is another one. */
export const ROR_COLUMNS = ['id', 'status', 'types', 'names.types.ror_display'] as const
const ROR_NAMES = [
  'names.types.acronym',
  'names.types.alias',
  'names.types.label',
  'locations.geonames_details.country_name',
] as const

/** 'en: German Research Foundation; no_lang_code: DFG' holds two names. */
const namesIn = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(';')
    .map((name) => name.replace(/^\s*(?:[a-z]{2}|no_lang_code):/, '').trim())
    .filter((name) => name !== '')

const NAME_MAX = 300

/** An organisation that funds research and has not closed; null for any other. */
export function funderOf(row: RorRow): ListedFunder | null {
  const ror = rorIn(row.id ?? '')
  const name = (row['names.types.ror_display'] ?? '').trim().slice(0, NAME_MAX)
  const types = (row.types ?? '').split(';').map((type) => type.trim())
  if (!ror || !name || row.status?.trim() !== 'active' || !types.includes('funder')) return null
  const [country = null] = namesIn(row['locations.geonames_details.country_name'])
  const otherNames = ROR_NAMES.slice(0, 3).flatMap((column) => namesIn(row[column]))
  return { ror, name, country, otherNames: [...new Set(otherNames)].filter((other) => other !== name) }
}
