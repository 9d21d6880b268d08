import { z } from 'zod'
import { CONTRIBUTOR_ROLES } from '../domain/contributor-roles.ts'
import { affiliationsOfText, namesAPlace, type Affiliation as AffiliationParts } from '../domain/affiliations.ts'
import { rorIn, ROR_INVALID } from '../domain/ror.ts'
import { line } from './field-schemas.ts'
import { isOrcid, ORCID_INVALID } from '../domain/orcid.ts'
import { Email } from './users.ts'

/** Where somebody works, as answers hold it. */
export const Affiliation = z.object({
  institution: z.string().describe('Where the parts of a printed line are not known, the whole line.'),
  department: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  ror: z.string().nullable().describe('As ROR writes its ids: `https://ror.org/03yrm5c26`.'),
  line: z.string().describe('As printed: made of the parts, unless a record prints it otherwise.'),
}) satisfies z.ZodType<AffiliationParts>

/** A line that may be left out; a blank one is. */
const optionalLine = (max: number, wrong?: string) =>
  z
    .string(wrong)
    .nullish()
    .transform((value) => (value?.trim() ? value : undefined))
    .pipe(line(max).optional())

/** The longest institution, and the longest affiliation that is one text. */
const AFFILIATION_MAX = 500
const DEPARTMENT_MAX = 200
const PLACE_MAX = 100
/** As long as the parts can make it. */
const LINE_MAX = AFFILIATION_MAX + DEPARTMENT_MAX + 2 * PLACE_MAX + 3 * ', '.length

export const INSTITUTION_REQUIRED = 'Institution is required'

/** One affiliation as it is sent. */
export const AffiliationForm = z.strictObject({
  institution: line(AFFILIATION_MAX, { required: INSTITUTION_REQUIRED }).refine(namesAPlace, INSTITUTION_REQUIRED),
  department: optionalLine(DEPARTMENT_MAX),
  city: optionalLine(PLACE_MAX),
  country: optionalLine(PLACE_MAX),
  ror: z
    .string()
    .max(100, { error: ROR_INVALID, abort: true })
    .nullish()
    .transform((ror) => (ror?.trim() ? (rorIn(ror) ?? '') : null))
    .refine((ror) => ror !== '', ROR_INVALID),
  line: optionalLine(LINE_MAX)
    .transform((printed) => (printed && namesAPlace(printed) ? printed : undefined))
    .describe('As printed, where the parts would make another line; otherwise left out.'),
})

export const AFFILIATIONS_MAX = 10
export const TOO_MANY_AFFILIATIONS = `Please give at most ${AFFILIATIONS_MAX} affiliations`
export const FAMILY_NAME_REQUIRED = 'Please give the family name; somebody with a single name has it here'

// What is said of a field does not wait until all others are right.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/**
 * The author form. A full name and an affiliation as one text are enough; `personName` and
 * `affiliationsOf` say what becomes of them. Parts win over them where both are sent.
 */
export const ContributorForm = z
  .strictObject({
    fullName: optionalLine(200, 'Full name is required').describe(
      'As printed. Made of the names below where they are sent, unless it is them in the other order.',
    ),
    givenNames: optionalLine(99),
    familyName: optionalLine(99).describe('Somebody with a single name has it here.'),
    isGroup: z.boolean().optional().describe('A group of people, named by its full name.'),
    email: Email(),
    affiliation: optionalLine(AFFILIATIONS_MAX * (LINE_MAX + '; '.length), 'Affiliation is required')
      .transform((text) => (text && namesAPlace(text) ? text : undefined))
      // A longer one is left aside or refused.
      .refine(
        (text = '') => text.length > AFFILIATION_MAX || affiliationsOfText(text).length <= AFFILIATIONS_MAX,
        TOO_MANY_AFFILIATIONS,
      )
      .describe('One text, with semicolons between several. Left aside where `affiliations` are sent.'),
    affiliations: z.array(AffiliationForm).max(AFFILIATIONS_MAX, TOO_MANY_AFFILIATIONS).optional(),
    orcidId: z
      .string()
      .max(100, { error: ORCID_INVALID, abort: true })
      .nullish()
      .transform((orcid) => orcid?.trim().toUpperCase() || null)
      .refine((orcid) => orcid === null || isOrcid(orcid), ORCID_INVALID),
    role: z.enum(CONTRIBUTOR_ROLES, 'Role is required'),
  })
  .refine(({ fullName, familyName, givenNames, isGroup }) => fullName || (!isGroup && (familyName || givenNames)), {
    ...always,
    path: ['fullName'],
    error: 'Full name is required',
  })
  .refine(({ familyName, givenNames, isGroup }) => familyName || !givenNames || isGroup, {
    ...always,
    path: ['familyName'],
    error: FAMILY_NAME_REQUIRED,
  })
  .refine(({ affiliation, affiliations }) => affiliation || affiliations?.length, {
    ...always,
    path: ['affiliation'],
    error: 'Affiliation is required',
  })
  // What several affiliations make together may be longer: it is left aside.
  .refine(({ affiliation = '', affiliations }) => affiliation.length <= AFFILIATION_MAX || affiliations?.length, {
    ...always,
    path: ['affiliation'],
    error: `Please use at most ${AFFILIATION_MAX} characters`,
  })
export type ContributorForm = z.output<typeof ContributorForm>
