import { z } from 'zod'
import { ORCID_INVALID, orcidIn } from '../rules/people/identifiers.ts'
import { INTEREST_MAX, INTEREST_REQUIRED, INTEREST_TEXT_REQUIRED } from '../rules/peer-review/interests.ts'
import { PUBLISH_CHOICES } from '../rules/peer-review/published-reviews.ts'
import { ASSIGNMENT_STATES } from '../rules/peer-review/stages.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, nameOfPerson, text } from './field-schemas.ts'
import { ManuscriptText } from './manuscript-text.ts'
import { DeclineReasonWord, OpenReview } from './open-review.ts'
import { Email } from './users.ts'

export const DATE_REQUIRED = 'Please choose a date'

/** The answer to the question about interests. */
export const ConflictAnswer = z.discriminatedUnion(
  'answer',
  [
    z.strictObject({ answer: z.literal('none') }),
    z.strictObject({
      answer: z.literal('declared'),
      text: text(INTEREST_MAX).refine((value) => value.trim() !== '', INTEREST_TEXT_REQUIRED),
    }),
  ],
  INTEREST_REQUIRED,
)

const Day = z.iso.date(DATE_REQUIRED)

export const Consent = z.strictObject({ conflict: ConflictAnswer, dueOn: Day })

/** Someone whom a reviewer who has declined names. */
export const NamedReviewer = z.strictObject({
  fullName: nameOfPerson(200, { required: 'Full name is required' }),
  email: z
    .string()
    .nullish()
    .transform((email) => (email?.trim() ? email : undefined))
    .pipe(Email().optional())
    .transform((email) => email ?? null),
  affiliation: line(500).default(''),
})

export const NAMED_MAX = 3

export const DeclineDetails = z.strictObject({
  reason: DeclineReasonWord.nullish().transform((reason) => reason ?? null),
  text: text(2000)
    .nullish()
    .transform((value) => value?.trim() || null),
  suggestions: z.array(NamedReviewer).max(NAMED_MAX, `You can name up to ${NAMED_MAX} people`).default([]),
  /** Asks the journal never to invite this reviewer again. */
  neverAsk: z.boolean().default(false),
})

/** The colleague with whom a reviewer would like to write the report. */
export const ColleagueForm = z.strictObject({
  fullName: nameOfPerson(200, { required: 'Full name is required' }),
  email: Email(),
  orcid: line(60)
    .nullish()
    .transform((typed) => typed || null)
    .refine((typed) => typed === null || orcidIn(typed) !== undefined, ORCID_INVALID)
    .transform((typed) => (typed === null ? null : orcidIn(typed)!)),
})

export const CoReviewAnswer = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), conflict: ConflictAnswer.optional() })
  .refine(({ answer, conflict }) => answer === 'refuse' || conflict !== undefined, {
    path: ['conflict'],
    error: INTEREST_REQUIRED,
  })

const Secret = z.string().min(1).max(200)

export const FRESH_LINK_SENT =
  'If the link was genuine, we have sent a new one to the invited address. Please look there in a few minutes.'
export const NOT_ME_SENT = 'Thank you. We have told the editor, and nothing else was changed.'
export const FOR_THE_REVIEWER = 'Only the reviewer who was invited can do this.'
export const FOR_A_COLLEAGUE = 'This is for a colleague whom the reviewer has named.'
export const NEWER_INVITATION =
  'There is a newer invitation to this manuscript. Please open the link in our last email.'
export const COLLEAGUES_ENOUGH = 'You can name at most three colleagues.'
export const COLLEAGUES_MAX = 3

/** An assignment in the list of an account. */
export const MyReview = z.object({
  assignmentId: Id,
  number: z.string(),
  title: z.string(),
  round: z.number().int(),
  state: z.enum(ASSIGNMENT_STATES),
  replyDueOn: z.iso.date().nullable(),
  dueOn: z.iso.date().nullable(),
})
export type MyReview = z.infer<typeof MyReview>

const Url = z.object({ url: z.string() })
const Message = z.object({ message: z.string() })

/** What a reviewer does through the link in an email. Every call is a POST: opening a link changes nothing. */
export const reviews = {
  open: endpoint('POST /review/open', {
    access: 'reviewers',
    rate: 'reading',
    summary: 'The invitation and the manuscript of a review link, in its present state',
    output: OpenReview,
  }),
  agree: endpoint('POST /review/agree', {
    access: 'reviewers',
    hourly: 'answers',
    summary: 'Agrees to review, also after declining while the round is open',
    input: Consent,
    output: OpenReview,
  }),
  decline: endpoint('POST /review/decline', {
    access: 'reviewers',
    hourly: 'answers',
    summary: 'Declines; the next reviewer on standby is invited at once',
    output: OpenReview,
  }),
  explain: endpoint('POST /review/decline/details', {
    access: 'reviewers',
    text: 'long',
    hourly: 'answers',
    summary: 'Adds to a refusal its reason and the names of others who could review',
    input: DeclineDetails,
    output: OpenReview,
  }),
  file: endpoint('POST /review/files/{fileId}/link', {
    access: 'reviewers',
    summary: 'An address that downloads a file of the manuscript and works for five minutes',
    input: z.strictObject({ fileId: IdInPath }),
    output: Url,
  }),
  text: endpoint('POST /review/files/{fileId}/text', {
    access: 'reviewers',
    summary: 'The text of a file of the manuscript, to read it in the browser',
    input: z.strictObject({ fileId: IdInPath }),
    output: ManuscriptText,
  }),
  answerPublication: endpoint('POST /review/publication', {
    access: 'reviewers',
    hourly: 'answers',
    summary: 'Says whether the reports may be published, in all rounds; once they are, only the name can be taken away',
    input: z.strictObject({ choice: z.enum(PUBLISH_CHOICES) }),
    output: OpenReview,
  }),
  askForTime: endpoint('POST /review/date', {
    access: 'reviewers',
    summary: 'Moves the date of the report once, by up to two weeks',
    input: z.strictObject({ dueOn: Day }),
    output: OpenReview,
  }),
  nameColleague: endpoint('POST /review/co-reviewers', {
    access: 'reviewers',
    summary: 'Names a colleague who helps with the report; the editor is asked to allow it',
    input: ColleagueForm,
    output: OpenReview,
  }),
  coReview: endpoint('POST /review/co-review', {
    access: 'reviewers',
    hourly: 'answers',
    summary: "A colleague's answer to the question whether they help with the report",
    input: CoReviewAnswer,
    output: OpenReview,
  }),
  notMe: endpoint('POST /review/not-me', {
    access: 'reviewers',
    summary: 'Tells the editor that the link has reached someone else',
    output: Message,
  }),
  certificate: endpoint('POST /review/certificate', {
    access: 'reviewers',
    summary: 'An address that downloads the certificate of a sent report and works for five minutes',
    output: Url,
  }),
  calendar: endpoint('POST /review/calendar', {
    access: 'reviewers',
    summary: 'An address that downloads the date of the report for a calendar and works for five minutes',
    output: Url,
  }),
  freshLink: endpoint('POST /review/fresh-link', {
    access: 'anyone',
    rate: 'signing in',
    summary: 'Sends a new link to the address that was invited, if there ever was such a link',
    input: z.strictObject({ secret: Secret }),
    output: Message,
  }),
  mine: endpoint('GET /reviews/mine', {
    access: 'signed in',
    summary: "Reviews for which the caller's confirmed address was invited, newest first",
    output: z.array(MyReview),
  }),
  linkOfMine: endpoint('POST /reviews/mine/{assignmentId}/link', {
    access: 'signed in',
    hourly: 'links',
    summary: 'A link that opens one of these reviews',
    input: z.strictObject({ assignmentId: IdInPath }),
    output: Url,
  }),
}
