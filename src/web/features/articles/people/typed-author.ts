import type { ContributorForm } from '../../../../contract/api/contributors.ts'
import {
  affiliationLine,
  affiliationsOfText,
  type Affiliation,
  type TypedAffiliation as AffiliationInput,
} from '../../../../contract/domain/affiliations.ts'
import { affiliationsOf, personName } from '../../../../contract/domain/people.ts'
import { tidyName, type NameParts } from './name-parts.ts'

/** An affiliation as typed; nothing is the empty text. */
export interface TypedAffiliation {
  institution: string
  department: string
  city: string
  country: string
  ror: string
  /** As printed, where a record prints it otherwise than its parts would be. */
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
}

export const NO_AFFILIATION: TypedAffiliation = {
  institution: '',
  department: '',
  city: '',
  country: '',
  ror: '',
  line: '',
}

/** An author as typed: the role may still be open. */
export interface TypedAuthor extends NameParts {
  isGroup: boolean
  email: string
  affiliations: TypedAffiliation[]
  orcidId: string
  role: ContributorForm['role'] | ''
}

/** What an author is read from: an answer, a checked form, or a draft that knows the name and the affiliation as one text each. */
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

/** Empty for an affiliation of which nothing is typed. */
export const lineOf = (affiliation: TypedAffiliation): string => affiliation.line || affiliationLine(affiliation)

/** Its name alone stands in the field until somebody adds the rest. */
export const hasDetails = ({ department, city, country, ror, line }: TypedAffiliation): boolean =>
  [department, city, country, ror, line].some((part) => part.trim() !== '')

/**
 * An author as the contract takes one: what is blank is left out, and a line that names several affiliations,
 * with semicolons between them, becomes several.
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

/** Their affiliations as one text. */
export const affiliationsInWords = ({ affiliations }: Pick<TypedAuthor, 'affiliations'>): string =>
  affiliations.map(lineOf).join('; ')
