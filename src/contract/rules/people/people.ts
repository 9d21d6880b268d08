import {
  type Affiliation,
  affiliationOf,
  affiliationsOfText,
  affiliationText,
  distinctAffiliations,
  type TypedAffiliation,
} from './affiliations.ts'
import { creditInOrder, creditInWords, type CreditRole } from './credit.ts'
import { splitName } from './author-names.ts'

/** A name: of a person with given and family names, of a person with a single name, or of a group. */
export interface PersonName {
  /** The printed form, which determines the order: 'Ayesha Malik', but 'Nguyễn Thị Hòa'. */
  fullName: string
  /** Null for a group. A single name is stored as the family name, as in citations. */
  familyName: string | null
  givenNames: string | null
  isGroup: boolean
}

/** A name as input: a full name, or its parts. */
export interface TypedName {
  fullName?: string | undefined
  familyName?: string | undefined
  givenNames?: string | undefined
  isGroup?: boolean | undefined
}

/** Suffixes that belong to neither part of a name. */
const SUFFIX = /^,? (?:Jr|Sr|Junior|Senior|Júnior|Filho|Neto|I{1,3}|IV|V|PhD|MD)\.?$/

/**
 * Completes a name with its parts. If parts are given, the full name is kept only if it consists of them, in
 * either order; otherwise it is rebuilt. A full name alone is split, which is a guess.
 */
export function personName({ fullName = '', familyName, givenNames, isGroup = false }: TypedName): PersonName {
  if (isGroup) return { fullName, familyName: null, givenNames: null, isGroup }
  if (!familyName) {
    const { family, given } = splitName(fullName)
    return { fullName, familyName: family, givenNames: given || null, isGroup }
  }
  const parts = { familyName, givenNames: givenNames || null, isGroup }
  const printed = [fullNameOf(parts), fullNameOf(parts, 'family name first')]
  const isMadeOfThem = printed.some((name) => fullName === name || isSuffixed(fullName, name))
  return { fullName: isMadeOfThem ? fullName : printed[0]!, ...parts }
}

const isSuffixed = (fullName: string, name: string): boolean =>
  fullName.startsWith(name) && SUFFIX.test(fullName.slice(name.length))

/** A suffix that is part of a name in references, unlike a degree. */
const GENERATION = /^(?:Jr|Sr|Junior|Senior|Júnior|Filho|Neto|I{1,3}|IV|V)\.?$/

/** What is printed behind both parts of a name: 'Jr.', 'III'; empty without one. */
export function suffixOf(name: PersonName): string {
  const printed = [fullNameOf(name), fullNameOf(name, 'family name first')]
  const found = printed.find((parts) => parts && name.fullName.startsWith(parts)) ?? name.fullName
  const suffix = name.fullName.slice(found.length).replace(/^,? /, '')
  return GENERATION.test(suffix) ? suffix : ''
}

/** Joins the parts of a name, in either order. */
export const fullNameOf = (
  { familyName, givenNames }: Pick<PersonName, 'familyName' | 'givenNames'>,
  order: 'given names first' | 'family name first' = 'given names first',
): string =>
  (order === 'given names first' ? [givenNames, familyName] : [familyName, givenNames]).filter(Boolean).join(' ')

/** True if the family name is printed first, as in 'Nguyễn Thị Hòa'. */
export const isFamilyNameFirst = (name: PersonName): boolean =>
  name.givenNames !== null && name.fullName.startsWith(fullNameOf(name, 'family name first'))

/** Affiliations as input: one text, separated by semicolons, or a list of parts. */
export interface TypedAffiliations {
  affiliation?: string | undefined
  affiliations?: readonly TypedAffiliation[] | undefined
}

/** Affiliations and the text joined from them. Parts take precedence over a text. */
export function affiliationsOf({
  affiliation = '',
  affiliations = [],
}: TypedAffiliations): Pick<Contributor, 'affiliation' | 'affiliations'> {
  const all = affiliations.length
    ? distinctAffiliations(affiliations.map(affiliationOf))
    : affiliationsOfText(affiliation)
  return { affiliation: affiliationText(all), affiliations: all }
}

/** An author or reviewer of an article. */
export interface Contributor extends PersonName {
  email: string
  /** All affiliations as one text. */
  affiliation: string
  affiliations: Affiliation[]
  orcidId: string | null
  role: ContributorRole
  /** What they did, as far as it was stated. */
  credit: CreditRole[]
}

/** A person as input. */
export type TypedContributor = TypedName &
  TypedAffiliations &
  Pick<Contributor, 'email' | 'orcidId' | 'role'> & {
    credit?: readonly CreditRole[] | undefined
  }

/**
 * A contributor from the input. If a full name or an affiliation text is sent unchanged, the parts stay as they
 * were in `before`; a new full name alone is that of a group if the former one was. Roles that are not sent stay.
 */
export function contributorOf(typed: TypedContributor, before?: Contributor): Contributor {
  const { email, orcidId, role } = typed
  const isSameName = typed.fullName === before?.fullName && !typed.familyName && typed.isGroup === undefined
  const isSameText = typed.affiliation === before?.affiliation && !typed.affiliations?.length
  const name = { ...typed, isGroup: typed.isGroup ?? (!typed.familyName && before?.isGroup) }
  const { fullName, familyName, givenNames, isGroup } = before && isSameName ? before : personName(name)
  const { affiliation, affiliations } = before && isSameText ? before : affiliationsOf(typed)
  const credit = creditInOrder(typed.credit ?? before?.credit ?? [])
  return { fullName, familyName, givenNames, isGroup, email, affiliation, affiliations, orcidId, role, credit }
}

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
  {
    affiliations,
    email,
    orcidId,
    credit = [],
    ...person
  }: Omit<Contributor, 'affiliation' | 'role' | 'credit'> & { role: string; credit?: readonly CreditRole[] },
  detail: Detail = 'in brief',
): string[] => {
  const places = affiliations.map((affiliation) => affiliationInWords(affiliation, detail))
  return [nameInWords(person), roleInWords(person), ...places, email, orcidId ?? '', creditInWords(credit)].filter(
    Boolean,
  )
}

export const CONTRIBUTOR_ROLES = ['Corresponding Author', 'Author', 'Reviewer'] as const
export type ContributorRole = (typeof CONTRIBUTOR_ROLES)[number]

/** Review is single-blind: contributors with the role Reviewer never appear in a public answer. */
export const PUBLIC_CONTRIBUTOR_ROLES = ['Corresponding Author', 'Author'] as const satisfies ContributorRole[]

export type PublicRole = (typeof PUBLIC_CONTRIBUTOR_ROLES)[number]

/** True for the roles that are public. */
export const isPublicRole = (role: ContributorRole): role is PublicRole =>
  (PUBLIC_CONTRIBUTOR_ROLES as readonly ContributorRole[]).includes(role)
