import type { Affiliation } from './affiliations.ts'
import { comparable } from './comparable.ts'

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
