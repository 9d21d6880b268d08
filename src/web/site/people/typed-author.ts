import type { ContributorForm } from '../../../contract/api/contributors.ts'
import { creditInOrder, type CreditRole } from '../../../contract/rules/people/credit.ts'
import {
  affiliationLine,
  affiliationsOfText,
  type Affiliation,
  type TypedAffiliation as AffiliationInput,
} from '../../../contract/rules/people/affiliations.ts'
import { affiliationsOf, personName } from '../../../contract/rules/people/people.ts'
import { tidyName, type NameParts } from './name-parts.ts'

/** An affiliation as typed; empty strings for none. */
export interface TypedAffiliation {
  institution: string
  department: string
  city: string
  country: string
  ror: string
  /** The printed line, if the source prints it differently from its parts. */
  line: string
}

export const NOBODY: TypedAuthor = {
  fullName: '',
  familyName: '',
  givenNames: '',
  isGroup: false,
  email: '',
  affiliations: [],
  orcidId: '',
  role: '',
  credit: [],
}

export const NO_AFFILIATION: TypedAffiliation = {
  institution: '',
  department: '',
  city: '',
  country: '',
  ror: '',
  line: '',
}

/** An author as typed, possibly without a role yet. */
export interface TypedAuthor extends NameParts {
  isGroup: boolean
  email: string
  affiliations: TypedAffiliation[]
  orcidId: string
  role: ContributorForm['role'] | ''
  /** What they did. */
  credit: CreditRole[]
}

/**
 * The source of an author: an answer, a validated form, or a draft with name and affiliation as one text
 * each.
 */
export interface AuthorSource {
  fullName?: string | undefined
  familyName?: string | null | undefined
  givenNames?: string | null | undefined
  isGroup?: boolean | undefined
  email?: string | undefined
  affiliation?: string | undefined
  affiliations?: readonly AffiliationInput[] | undefined
  orcidId?: string | null | undefined
  role?: ContributorForm['role'] | '' | undefined
  credit?: readonly CreditRole[] | undefined
}

export function typedAuthor(source: AuthorSource): TypedAuthor {
  const { fullName, familyName, givenNames, isGroup } = personName({
    ...source,
    familyName: source.familyName || undefined,
    givenNames: source.givenNames || undefined,
  })
  return {
    fullName,
    familyName: familyName ?? '',
    givenNames: givenNames ?? '',
    isGroup,
    email: source.email ?? '',
    affiliations: affiliationsOf(source).affiliations.map(typedAffiliation),
    orcidId: source.orcidId ?? '',
    role: source.role ?? '',
    credit: creditInOrder(source.credit ?? []),
  }
}

export const typedAffiliation = ({ line, ror, ...parts }: Affiliation): TypedAffiliation => ({
  institution: parts.institution,
  department: parts.department ?? '',
  city: parts.city ?? '',
  country: parts.country ?? '',
  ror: ror ?? '',
  line: line === affiliationLine(parts) ? '' : line,
})

/** Empty for a blank affiliation. */
export const lineOf = (affiliation: TypedAffiliation): string => affiliation.line || affiliationLine(affiliation)

/** Only the institution, until other parts are added. */
export const hasDetails = ({ department, city, country, ror, line }: TypedAffiliation): boolean =>
  [department, city, country, ror, line].some((part) => part.trim() !== '')

/**
 * An author as API input: blank fields are left out, and a line with several affiliations separated by
 * semicolons is split.
 */
export function tidiedAuthor(author: TypedAuthor): TypedAuthor {
  const { isGroup, familyName, givenNames, orcidId } = author
  return {
    ...author,
    fullName: tidyName(author.fullName),
    familyName: isGroup ? '' : familyName,
    givenNames: isGroup ? '' : givenNames,
    orcidId: isGroup ? '' : orcidId,
    affiliations: author.affiliations.flatMap((affiliation) =>
      hasDetails(affiliation) ? [affiliation] : affiliationsOfText(affiliation.institution).map(typedAffiliation),
    ),
  }
}

/** The affiliations as one text. */
export const affiliationsInWords = ({ affiliations }: Pick<TypedAuthor, 'affiliations'>): string =>
  affiliations.map(lineOf).join('; ')

/** An author of a list: `contributorId` is null for a new one. */
export interface TypedPerson {
  key: string
  contributorId: string | null
  author: TypedAuthor
}

/** A changed list as the server takes it: who has not changed is referred to by id. */
export function sentPeople(base: readonly TypedPerson[], typed: readonly TypedPerson[]) {
  const before = new Map(base.map((person) => [person.contributorId, JSON.stringify(person.author)]))
  return typed.map(({ contributorId, author }) => ({
    ...(contributorId === null ? {} : { contributorId }),
    ...(contributorId !== null && before.get(contributorId) === JSON.stringify(author) ? {} : { person: author }),
  }))
}
