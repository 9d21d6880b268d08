import {
  affiliationOf,
  affiliationsOfText,
  affiliationText,
  distinctAffiliations,
  type Affiliation,
  type TypedAffiliation,
} from './affiliations.ts'
import { splitName } from './author-names.ts'
import type { ContributorRole } from './contributor-roles.ts'

/** The name of a person with given names and family name, of one with a single name, or of a group. */
export interface PersonName {
  /** As printed. It also says which name comes first: 'Ayesha Malik', but 'Nguyễn Thị Hòa'. */
  fullName: string
  /** Null for a group. Somebody with a single name has it as the family name, as citations do. */
  familyName: string | null
  givenNames: string | null
  isGroup: boolean
}

/** A name as it is typed or sent: a full name alone, or its parts. */
export interface TypedName {
  fullName?: string | undefined
  familyName?: string | undefined
  givenNames?: string | undefined
  isGroup?: boolean | undefined
}

/** What may stand behind a name and belongs to neither part of it. */
const SUFFIX = /^,? (?:Jr|Sr|Junior|Senior|Júnior|Filho|Neto|I{1,3}|IV|V|PhD|MD)\.?$/

/**
 * A name with its parts. Parts that are given win: the full name stays only where it is made of them, in
 * either order; otherwise it is made anew. A full name alone is split, which is a guess.
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

/** The parts of a name as one, in one order or the other. */
export const fullNameOf = (
  { familyName, givenNames }: Pick<PersonName, 'familyName' | 'givenNames'>,
  order: 'given names first' | 'family name first' = 'given names first',
): string =>
  (order === 'given names first' ? [givenNames, familyName] : [familyName, givenNames]).filter(Boolean).join(' ')

/** True for a name that is printed with the family name first, as in 'Nguyễn Thị Hòa'. */
export const isFamilyNameFirst = (name: PersonName): boolean =>
  name.givenNames !== null && name.fullName.startsWith(fullNameOf(name, 'family name first'))

/** Where somebody works: one text, with semicolons between several, or each in its parts. */
export interface TypedAffiliations {
  affiliation?: string | undefined
  affiliations?: readonly TypedAffiliation[] | undefined
}

/** Affiliations with the text that they make together. Those in parts win over a text. */
export function affiliationsOf({
  affiliation = '',
  affiliations = [],
}: TypedAffiliations): Pick<Contributor, 'affiliation' | 'affiliations'> {
  const all = affiliations.length
    ? distinctAffiliations(affiliations.map(affiliationOf))
    : affiliationsOfText(affiliation)
  return { affiliation: affiliationText(all), affiliations: all }
}

/** Somebody who wrote or reviewed an article. */
export interface Contributor extends PersonName {
  email: string
  /** The lines of all affiliations as one text. */
  affiliation: string
  affiliations: Affiliation[]
  orcidId: string | null
  role: ContributorRole
}

/** Somebody as typed or sent. */
export type TypedContributor = TypedName & TypedAffiliations & Pick<Contributor, 'email' | 'orcidId' | 'role'>

/**
 * A contributor of what was sent. Whoever sends a full name or an affiliation as one text, as it was before,
 * leaves the parts of it as they were `before`; another full name alone is that of a group if the one before was.
 */
export function contributorOf(typed: TypedContributor, before?: Contributor): Contributor {
  const { email, orcidId, role } = typed
  const isSameName = typed.fullName === before?.fullName && !typed.familyName && typed.isGroup === undefined
  const isSameText = typed.affiliation === before?.affiliation && !typed.affiliations?.length
  const name = { ...typed, isGroup: typed.isGroup ?? (!typed.familyName && before?.isGroup) }
  const { fullName, familyName, givenNames, isGroup } = before && isSameName ? before : personName(name)
  const { affiliation, affiliations } = before && isSameText ? before : affiliationsOf(typed)
  return { fullName, familyName, givenNames, isGroup, email, affiliation, affiliations, orcidId, role }
}
