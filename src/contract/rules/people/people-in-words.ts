import type { Affiliation } from './affiliations.ts'
import type { Contributor } from './people.ts'

/** The printed name, with the family name marked. */
export const nameInWords = ({
  fullName,
  familyName,
  givenNames,
}: Pick<Contributor, 'fullName' | 'familyName' | 'givenNames'>): string =>
  givenNames ? `${fullName} (family name ${familyName})` : fullName

/** The role, and whether the name is a group's. */
export const roleInWords = ({ role, isGroup }: { role: string; isGroup: boolean }): string =>
  isGroup ? `${role} (group)` : role

/** Affiliations by what is printed, or in their parts as well, where two are printed alike. */
export type Detail = 'in brief' | 'in parts'

/** The printed line, with the ROR id. */
export function affiliationInWords({ line, ror, ...parts }: Affiliation, detail: Detail = 'in brief'): string {
  const named = (['institution', 'department', 'city', 'country'] as const).map(
    (part) => parts[part] && `${part} ${parts[part]}`,
  )
  const besides = [...(detail === 'in parts' ? named : []), ror].filter(Boolean)
  return besides.length ? `${line} (${besides.join(', ')})` : line
}

/** A full description of a person, for showing changes. */
export const contributorInWords = (
  { affiliations, email, orcidId, ...person }: Omit<Contributor, 'affiliation' | 'role'> & { role: string },
  detail: Detail = 'in brief',
): string[] => {
  const places = affiliations.map((affiliation) => affiliationInWords(affiliation, detail))
  return [nameInWords(person), roleInWords(person), ...places, email, orcidId ?? ''].filter(Boolean)
}
