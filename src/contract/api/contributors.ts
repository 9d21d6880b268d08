import { z } from 'zod'
import { CREDIT_ROLES } from '../rules/people/credit.ts'
import { CONTRIBUTOR_ROLES } from '../rules/people/people.ts'
import { type Affiliation as AffiliationParts, affiliationsOfText, namesAPlace } from '../rules/people/affiliations.ts'
import { isOrcid, ORCID_INVALID, ROR_INVALID, rorIn } from '../rules/people/identifiers.ts'
import { line, NAME_NEEDS_LETTER } from './field-schemas.ts'
import { Email } from './users.ts'
import { endpoint } from './endpoint.ts'

/** An affiliation in an answer. */
export const Affiliation = z.object({
  institution: z.string().describe('Where the parts of a printed line are not known, the whole line.'),
  department: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  ror: z.string().nullable().describe('As ROR writes its ids: `https://ror.org/03yrm5c26`.'),
  line: z.string().describe('As printed: made of the parts, unless a record prints it otherwise.'),
}) satisfies z.ZodType<AffiliationParts>

/** An optional line; blank is treated as absent. */
const optionalLine = (max: number, wrong?: string) =>
  z
    .string(wrong)
    .nullish()
    .transform((value) => (value?.trim() ? value : undefined))
    .pipe(line(max).optional())

/** The maximum length of an institution, and of an affiliation as one text. */
const AFFILIATION_MAX = 500
const DEPARTMENT_MAX = 200
const PLACE_MAX = 100
/** The maximum length of the joined parts. */
const LINE_MAX = AFFILIATION_MAX + DEPARTMENT_MAX + 2 * PLACE_MAX + 3 * ', '.length

export const INSTITUTION_REQUIRED = 'Institution is required'

/** One affiliation in a request. */
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
    .describe('As printed, if that differs from the joined parts; otherwise omitted.'),
})

export const AFFILIATIONS_MAX = 10
export const TOO_MANY_AFFILIATIONS = `Please give at most ${AFFILIATIONS_MAX} affiliations`
export const FAMILY_NAME_REQUIRED = 'Please give the family name; a single name is entered here'

// Reports problems of this field even when other fields are invalid too.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/**
 * The author form. A full name and an affiliation as plain text are enough; `personName` and `affiliationsOf`
 * derive the parts. When parts are sent as well, they take precedence.
 */
export const ContributorForm = z
  .strictObject({
    fullName: optionalLine(200, 'Full name is required').describe(
      'As printed. Built from the parts below if they are sent, unless it is the same parts in another order.',
    ),
    givenNames: optionalLine(99),
    familyName: optionalLine(99).describe('A single name is sent here.'),
    isGroup: z.boolean().optional().describe('True for a group, which has a full name only.'),
    email: Email(),
    affiliation: optionalLine(AFFILIATIONS_MAX * (LINE_MAX + '; '.length), 'Affiliation is required')
      .transform((text) => (text && namesAPlace(text) ? text : undefined))
      .describe('One text, with semicolons between several. Ignored if `affiliations` are sent.'),
    affiliations: z.array(AffiliationForm).max(AFFILIATIONS_MAX, TOO_MANY_AFFILIATIONS).optional(),
    orcidId: z
      .string()
      .max(100, { error: ORCID_INVALID, abort: true })
      .nullish()
      .transform((orcid) => orcid?.trim().toUpperCase() || null)
      .refine((orcid) => orcid === null || isOrcid(orcid), ORCID_INVALID),
    role: z.enum(CONTRIBUTOR_ROLES, 'Role is required'),
    credit: z
      .array(z.enum(CREDIT_ROLES))
      .max(CREDIT_ROLES.length)
      .optional()
      .describe('What they did, by the roles of CRediT; absent: as it was.'),
  })
  .refine(({ fullName, familyName, givenNames, isGroup }) => fullName || (!isGroup && (familyName || givenNames)), {
    ...always,
    path: ['fullName'],
    error: 'Full name is required',
  })
  .refine(
    ({ fullName = '', familyName = '', givenNames = '' }) => /\p{L}|^$/u.test(fullName + familyName + givenNames),
    {
      ...always,
      path: ['fullName'],
      error: NAME_NEEDS_LETTER,
    },
  )
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
  // Several affiliations together may be longer than the single-text limit and hold more semicolons, so the
  // joined text is not checked.
  .refine(({ affiliation = '', affiliations }) => affiliation.length <= AFFILIATION_MAX || affiliations?.length, {
    ...always,
    path: ['affiliation'],
    error: `Please use at most ${AFFILIATION_MAX} characters`,
  })
  .refine(
    ({ affiliation = '', affiliations }) =>
      affiliations?.length ||
      affiliation.length > AFFILIATION_MAX ||
      affiliationsOfText(affiliation).length <= AFFILIATIONS_MAX,
    { path: ['affiliation'], error: TOO_MANY_AFFILIATIONS },
  )
export type ContributorForm = z.output<typeof ContributorForm>

/** The most suggestions shown under a field. */
export const AFFILIATIONS_SUGGESTED = 8

/** The longest text to search for. */
export const AFFILIATION_QUERY_MAX = 200

export const affiliations = {
  suggest: endpoint('GET /affiliations', {
    access: 'signed in',
    summary: `Up to ${AFFILIATIONS_SUGGESTED} affiliations of published articles and of the caller's own that hold every word of the search`,
    input: z.strictObject({ q: line(AFFILIATION_QUERY_MAX).optional() }),
    output: z.array(Affiliation),
  }),
}
