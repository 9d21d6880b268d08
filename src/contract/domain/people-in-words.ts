import type { Affiliation } from './affiliations.ts'
import type { Contributor } from './people.ts'

/** The name as printed, with which part of it is the family name. */
export const nameInWords = ({
  fullName,
  familyName,
  givenNames,
}: Pick<Contributor, 'fullName' | 'familyName' | 'givenNames'>): string =>
  givenNames ? `${fullName} (family name ${familyName})` : fullName

/** Their role, and whether the name is a group's. */
export const roleInWords = ({ role, isGroup }: { role: string; isGroup: boolean }): string =>
  isGroup ? `${role} (group)` : role

/** The line as printed, with the identifier that is not printed. */
export const affiliationInWords = ({ line, ror }: Pick<Affiliation, 'line' | 'ror'>): string =>
  ror ? `${line} (${ror})` : line

/** Everything that is known of somebody, for those who read what was changed. */
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
