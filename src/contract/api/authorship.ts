import { z } from 'zod'
import { CONTRIBUTOR_ROLES } from '../rules/people/people.ts'
import { AUTHOR_STAGES, type AuthorStage } from '../rules/peer-review/author-stage.ts'
import { AUTHOR_ANSWERS, CONFIRMATION_STATES } from '../rules/peer-review/authorship.ts'
import { endpoint } from './endpoint.ts'
import { text } from './field-schemas.ts'

const Day = z.iso.date()

const ListedAuthor = z.object({
  fullName: z.string(),
  role: z.enum(CONTRIBUTOR_ROLES),
  affiliations: z.array(z.object({ line: z.string() })),
  isYou: z.boolean(),
  state: z.enum(CONFIRMATION_STATES).nullable().describe('What the others have answered is told after the own answer.'),
})

/** A manuscript as those see it who are named as its authors, by the link of an email. It says nothing of reviewers. */
export const Authorship = z.object({
  title: z.string().describe('With inline markup, as in articles.'),
  number: z.string().nullable(),
  submitter: z.string().describe('The name of who has sent it.'),
  authors: z.array(ListedAuthor).describe('As they will be printed, or as is proposed.'),
  before: z
    .array(ListedAuthor)
    .nullable()
    .describe(
      'The list that counts, if `authors` is one that the reader is asked about; of it only removed people answer.',
    ),
  you: z.object({
    fullName: z.string(),
    place: z.int().nullable().describe('In the list, from 1; null if it no longer names the reader.'),
    state: z.enum(CONFIRMATION_STATES).nullable().describe('Null if the journal has never asked.'),
    answeredOn: Day.nullable(),
    reason: z.string().nullable(),
    isReasonShared: z.boolean(),
  }),
  digest: z.string().nullable().describe('Stands for the list; an answer names it.'),
  mayAnswer: z.boolean(),
  stage: z.enum(Object.keys(AUTHOR_STAGES) as [AuthorStage, ...AuthorStage[]]),
  next: z.string().describe('What happens next.'),
  steps: z.array(z.object({ title: z.string(), note: z.string(), state: z.enum(['done', 'now', 'ahead']) })),
  proof: z.object({ sentOn: Day, dueOn: Day }).nullable().describe('A proof that waits for the answer of the authors.'),
  article: z
    .object({ path: z.string(), doi: z.string().nullable() })
    .nullable()
    .describe('Where the published article is.'),
})
export type Authorship = z.infer<typeof Authorship>

export const DECLINE_REASON_MAX = 2000
export const DECLINE_REASON_REQUIRED = 'Please say what is not right'

/** The answer to the list that was on the screen. */
export const AuthorAnswerForm = z
  .strictObject({
    digest: z.string().max(100),
    answer: z.enum(AUTHOR_ANSWERS),
    reason: text(DECLINE_REASON_MAX)
      .nullish()
      .transform((value) => value?.trim() || null),
    isReasonShared: z.boolean().default(false).describe('True if the submitter may read the reason too.'),
  })
  .refine(({ answer, reason }) => answer === 'confirmed' || reason !== null, {
    path: ['reason'],
    error: DECLINE_REASON_REQUIRED,
  })

export const AUTHOR_LINK_SENT =
  'If the link was genuine, we have sent a new one to the address that it was for. Please look there in a few minutes.'

/** What someone who is named as an author does by the link of an email. Every call is a POST: opening a link changes nothing. */
export const authorship = {
  open: endpoint('POST /authorship/open', {
    access: 'named authors',
    rate: 'reading',
    writes: false,
    summary: 'The list of authors and where the manuscript is',
    output: Authorship,
  }),
  answer: endpoint('POST /authorship/answer', {
    access: 'named authors',
    text: 'long',
    hourly: 'answers',
    summary: 'Says whether the list is right; the answer can be changed while the manuscript is under way',
    input: AuthorAnswerForm,
    output: Authorship,
  }),
  proof: endpoint('POST /authorship/proof', {
    access: 'named authors',
    rate: 'reading',
    writes: false,
    summary: 'A short-lived address of the proof that waits',
    output: z.object({ url: z.string() }),
  }),
  freshLink: endpoint('POST /authorship/fresh-link', {
    access: 'anyone',
    summary: 'Sends a new link to the address that an earlier one was for',
    input: z.strictObject({ secret: z.string().min(1).max(200) }),
    output: z.object({ message: z.string() }),
  }),
}
