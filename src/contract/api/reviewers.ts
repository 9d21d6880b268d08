import { z } from 'zod'
import { SEARCH_MAX } from '../rules/articles/article-policy.ts'
import { FINDING_KINDS } from '../rules/peer-review/conflicts.ts'
import { isOrcid, ORCID_INVALID, orcidIn } from '../rules/people/identifiers.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { REVIEWER_STATES } from '../rules/peer-review/reviewer-state.ts'
import { endpoint } from './endpoint.ts'
import { absentWhenBlank, choice, Id, IdInPath, line, nameOfPerson, seenVersion, text } from './field-schemas.ts'
import { paged, paging } from './paging.ts'
import { Email } from './users.ts'

const Day = z.iso.date('Please give the date as YYYY-MM-DD')
const optionalDay = z.preprocess((day) => (day === '' || day === undefined ? null : day), Day.nullable())

/** A reviewer as administrators see one. */
/** Whomever it is about: whether someone reviews that manuscript must not be found out by it. */
export const RECUSED_FROM_OPEN_CASE =
  'You are recused from a manuscript in peer review. Until its review has ended, please ask another administrator to do this.'

export const Reviewer = z.object({
  id: Id,
  fullName: z.string(),
  affiliation: z.string(),
  orcid: z.string().nullable(),
  /** Keywords separated by commas. */
  expertise: z.string(),
  emails: z
    .array(
      z.object({
        email: z.string(),
        vouched: z.boolean().describe('True if an editor has entered the address.'),
      }),
    )
    .describe('The preferred address first.'),
  userId: Id.nullable().describe('The account that has confirmed one of the addresses.'),
  awayUntil: z.string().nullable().describe('The last day (YYYY-MM-DD) of an absence.'),
  doNotAskAt: z.iso.datetime().nullable(),
  erasedAt: z.iso.datetime().nullable().describe('Names, addresses and all else are blank from then on.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number().int(),
})
export type Reviewer = z.infer<typeof Reviewer>

export const ADDRESSES_MAX = 5

const Emails = z
  .array(Email('Please enter a valid email address'))
  .min(1, 'At least one email address is required')
  .max(ADDRESSES_MAX, `Please give at most ${ADDRESSES_MAX} addresses`)
  .transform((emails) => [...new Set(emails)])

const Orcid = z
  .string()
  .max(100, { error: ORCID_INVALID, abort: true })
  .nullish()
  // People paste the address at ORCID.
  .transform((orcid) => (orcid?.trim() ? (orcidIn(orcid) ?? orcid.trim().toUpperCase()) : null))
  .refine((orcid) => orcid === null || isOrcid(orcid), ORCID_INVALID)

const orBlank = (max: number) =>
  line(max)
    .nullish()
    .transform((value) => value ?? '')

export const ReviewerForm = z.strictObject({
  fullName: nameOfPerson(200, { required: 'Full name is required' }),
  affiliation: orBlank(500),
  orcid: Orcid,
  expertise: orBlank(1000).describe('Keywords separated by commas.'),
  emails: Emails.describe('The preferred address first.'),
  awayUntil: optionalDay,
})
export type ReviewerForm = z.output<typeof ReviewerForm>

/** The same as a form on the screen, with all addresses in one field. */
export const TypedReviewerForm = ReviewerForm.extend({
  emails: z
    .string()
    .max(4 * ADDRESSES_MAX * 254)
    .transform((typed, context) => {
      const found = Emails.safeParse(typed.split(/[\s,;]+/).filter(Boolean))
      if (found.success) return found.data
      context.addIssue({ code: 'custom', message: found.error.issues[0]!.message })
      return z.NEVER
    }),
})

export const REVIEWER_CHANGED = 'Someone else has just changed this reviewer. Reload to see the change.'
export const NEVER_AGAIN = 'The owner of this address has asked never to be invited again.'
export const addressTaken = (email: string, fullName: string): string => `${email} already belongs to ${fullName}`
export const orcidTaken = (fullName: string): string => `This ORCID iD already belongs to ${fullName}`

/** The version that the caller has seen: a change is refused if there is a newer one. */
const Seen = { version: seenVersion('version must be a whole number') }

export const Finding = z.object({
  kind: z.enum(FINDING_KINDS),
  weight: z
    .enum(['impossible', 'conflict', 'hint'])
    .describe('impossible: an author. conflict: warned before inviting. hint: a name alone.'),
  sentence: z.string(),
})

/** Someone who may be invited, as typed so far. */
const PersonForm = z.strictObject({
  fullName: orBlank(200),
  emails: z.array(line(254)).max(ADDRESSES_MAX).default([]),
  orcid: line(100)
    .nullish()
    .transform((orcid) => (orcid && orcidIn(orcid)) || null),
  affiliation: orBlank(500),
  userId: Id.nullish(),
})

export const IMPORT_LINES_MAX = 200
const Pasted = z.strictObject({
  lines: text(20_000).refine(
    (pasted) => pasted.split('\n').length <= IMPORT_LINES_MAX,
    `Please paste at most ${IMPORT_LINES_MAX} lines at a time`,
  ),
})

const ImportRow = z.object({
  fullName: z.string(),
  email: z.string(),
  affiliation: z.string(),
  expertise: z.string(),
  problem: z.string().nullable().describe('Why this line is not imported; null if it is.'),
})
export type ImportRow = z.infer<typeof ImportRow>

export const reviewers = {
  list: endpoint('GET /reviewers', {
    access: 'administrators',
    summary: 'Reviewers by name; erased ones are left out',
    input: z.strictObject({
      ...paging(PAGE_SIZE.reviewers),
      /** Beginnings of words in name, affiliation, expertise or address. */
      q: absentWhenBlank(line(SEARCH_MAX).optional()),
      state: choice(REVIEWER_STATES),
    }),
    output: paged(Reviewer),
  }),
  read: endpoint('GET /reviewers/{id}', {
    access: 'administrators',
    summary: 'One reviewer',
    input: z.strictObject({ id: IdInPath }),
    output: Reviewer,
  }),
  create: endpoint('POST /reviewers', {
    access: 'administrators',
    created: true,
    summary: 'Adds a reviewer; an address or ORCID iD belongs to one only',
    input: ReviewerForm,
    output: Reviewer,
  }),
  update: endpoint('PUT /reviewers/{id}', {
    access: 'administrators',
    summary: 'Changes a reviewer',
    input: ReviewerForm.extend({ id: IdInPath, ...Seen }),
    output: Reviewer,
  }),
  setAway: endpoint('PUT /reviewers/{id}/away', {
    access: 'administrators',
    summary: 'Sets the last day of an absence, or ends it',
    input: z.strictObject({ id: IdInPath, awayUntil: Day.nullable() }),
    output: Reviewer,
  }),
  neverAsk: endpoint('PUT /reviewers/{id}/never-ask', {
    access: 'administrators',
    summary: 'Marks a reviewer as never to be asked again, or takes that back',
    input: z.strictObject({ id: IdInPath, neverAsk: z.boolean() }),
    output: Reviewer,
  }),
  previewImport: endpoint('POST /reviewers/import/preview', {
    access: 'administrators',
    text: 'rich',
    summary: 'What is understood of pasted lines, "Name <email>, Affiliation; expertise"; nothing is stored',
    input: Pasted,
    output: z.array(ImportRow),
  }),
  import: endpoint('POST /reviewers/import', {
    access: 'administrators',
    text: 'rich',
    summary: 'Adds the reviewers of pasted lines; lines with a problem are left out',
    input: Pasted,
    output: z.object({ added: z.number().int(), rows: z.array(ImportRow) }),
  }),
  conflicts: endpoint('POST /reviewers/conflicts', {
    access: 'administrators',
    summary: 'What speaks against inviting a person to review an article',
    input: z.strictObject({ articleId: IdInPath, person: PersonForm }),
    output: z.array(Finding),
  }),
  erase: endpoint('POST /reviewers/{id}/erase', {
    access: 'administrators',
    summary: "Erases a reviewer's name, addresses and all else that identifies them, for good",
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
}
