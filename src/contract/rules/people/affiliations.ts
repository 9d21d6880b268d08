import { inNormalForm } from '../text/plain-text.ts'

/** One affiliation. */
export interface Affiliation {
  /** The whole printed line, if its parts are not known. */
  institution: string
  department: string | null
  city: string | null
  country: string | null
  /** As ROR writes it: 'https://ror.org/03yrm5c26'. */
  ror: string | null
  /** The printed form, made of the parts unless the source prints it differently. */
  line: string
}

/** An affiliation as input. */
export type TypedAffiliation = { institution: string } & {
  [Part in Exclude<keyof Affiliation, 'institution'>]?: string | null | undefined
}

/** An affiliation with its printed form. */
export function affiliationOf({ institution, department, city, country, ror, line }: TypedAffiliation): Affiliation {
  const parts = { institution, department: department || null, city: city || null, country: country || null }
  return { ...parts, ror: ror || null, line: line || affiliationLine(parts) }
}

/** 'Department of Botany, University of Peradeniya, Kandy, Sri Lanka' */
export const affiliationLine = ({
  institution,
  department,
  city,
  country,
}: Omit<Affiliation, 'ror' | 'line'>): string => [department, institution, city, country].filter(Boolean).join(', ')

/** Affiliations as one text, separated by semicolons. */
const SEPARATOR = ';'

/** The affiliations in a text, without duplicates; their parts are not known. */
export const affiliationsOfText = (text: string): Affiliation[] =>
  distinctAffiliations(text.split(SEPARATOR).map((institution) => affiliationOf({ institution: institution.trim() })))

/** Affiliations as one text that can be split again. */
export const affiliationText = (affiliations: readonly { line: string }[]): string =>
  distinctAffiliations(affiliations.map(({ line }) => ({ line: withoutSeparators(line) })))
    .map(({ line }) => line)
    .join(`${SEPARATOR} `)

const withoutSeparators = (line: string): string =>
  line
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')

/**
 * The affiliations of several people without duplicates, and for each person the numbers of theirs (from 1),
 * printed as superscripts after the name.
 */
export function numberedAffiliations<A extends { line: string }>(
  people: readonly { affiliations: readonly A[] }[],
): { affiliations: A[]; numbers: number[][] } {
  const places = new Map<string, { number: number; affiliation: A }>()
  const numbers = people.map((person) => [
    ...new Set(
      person.affiliations.map((affiliation) => {
        const key = affiliationKey(affiliation.line)
        const place = places.get(key) ?? { number: places.size + 1, affiliation }
        places.set(key, place)
        return place.number
      }),
    ),
  ])
  return { affiliations: [...places.values()].map(({ affiliation }) => affiliation), numbers }
}

/** A key that ignores capitals, spaces and punctuation. */
const affiliationKey = (line: string): string =>
  inNormalForm(line, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

/** False for a blank text, or punctuation only. */
export const namesAPlace = (line: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(line)

/** Without duplicates and blank ones; the first spelling is kept. */
export function distinctAffiliations<A extends { line: string }>(affiliations: readonly A[]): A[] {
  const byKey = new Map<string, A>()
  for (const affiliation of affiliations) {
    const key = affiliationKey(affiliation.line)
    if (key && !byKey.has(key)) byKey.set(key, affiliation)
  }
  return [...byKey.values()]
}

/** Words of an institution, and of the parts that many institutions have. */
const INSTITUTION =
  /(?:universi|univ |universität|institut|college|academ|akadem|museum|muséum|garden|herbarium|hospital|council|ministry|polytech|politec|hochschule|école|ecole|agency|foundation|society|research cent|csir|cnrs|inra)/
const PART =
  /^(?:department|dept|departamento|département|departement|faculty|facultad|faculdade|faculté|fakultät|school|division|section|laborator|lab |chair|institute of (?:botany|biology|ecology|plant)|group|unit|programme|program|graduate|college of)/

/**
 * The names of institutions in an affiliation, for comparing. Of a printed line with commas these are the parts that
 * name one; a line that names only a department names no institution.
 */
export function institutionsIn({ institution, line }: Pick<Affiliation, 'institution' | 'line'>): string[] {
  const parts = [...new Set([institution, line].flatMap((text) => text.split(',')))].map(comparable).filter(Boolean)
  const named = parts.filter((part) => INSTITUTION.test(`${part} `) && !PART.test(part))
  if (named.length) return [...new Set(named)]
  const whole = comparable(institution)
  return institution.includes(',') || whole === '' || PART.test(whole) ? [] : [whole]
}

/** True if a text names an institution rather than a person. */
export const namesInstitution = (text: string): boolean => INSTITUTION.test(`${comparable(text)} `)

/** How a sentence names the kind of institution. */
export const kindOfInstitution = (name: string): string =>
  /universi|univ /.test(`${name} `) ? 'university' : name.includes('museum') ? 'museum' : 'institution'

/** A name as it is compared: small letters without accents, abbreviations written out, no punctuation, no articles. */
export const comparable = (name: string): string =>
  inNormalForm(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\buniv\./g, 'university ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<![^ ])the /g, '')
    .trim()
