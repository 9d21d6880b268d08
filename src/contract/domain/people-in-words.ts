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

/** The printed line, with the ROR id. */
export const affiliationInWords = ({ line, ror }: Pick<Affiliation, 'line' | 'ror'>): string =>
  ror ? `${line} (${ror})` : line

/** A full description of a person, for showing changes. */
export const contributorInWords = ({
  affiliations,
  email,
  orcidId,
  ...person
}: Omit<Contributor, 'affiliation' | 'affiliations' | 'role'> & {
  affiliations: readonly Pick<Affiliation, 'line' | 'ror'>[]
  role: string
}): string[] =>
  [nameInWords(person), roleInWords(person), ...affiliations.map(affiliationInWords), email, orcidId ?? ''].filter(
    Boolean,
  )
