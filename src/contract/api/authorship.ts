import { z } from 'zod'
import { isOrcid, ORCID_INVALID } from '../rules/people/identifiers.ts'
import { CREDIT_ROLES, SAID_BY } from '../rules/people/credit.ts'
import { CONTRIBUTOR_ROLES } from '../rules/people/people.ts'
import { AUTHOR_STAGES, type AuthorStage } from '../rules/peer-review/author-stage.ts'
import { AUTHOR_ANSWERS, CONFIRMATION_STATES } from '../rules/peer-review/authorship.ts'
import { INTERESTS_MAX } from '../rules/articles/stated-interests.ts'
import { endpoint } from './endpoint.ts'
import { Id, text } from './field-schemas.ts'
import { ProofQuery, QueryAnswer } from './proof-queries.ts'

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
    orcid: z.string().nullable(),
    orcidAuthenticated: z.boolean(),
    credit: z.array(z.enum(CREDIT_ROLES)),
    creditSaidBy: z.enum(SAID_BY).nullable(),
    competingInterests: z
      .string()
      .nullable()
      .describe('What the reader has said of their own interests; empty for none, null without an answer.'),
  }),
  mayStateRoles: z.boolean().describe('True if an answer can say what the reader did.'),
  mayConnectOrcid: z
    .boolean()
    .describe('True if the reader can prove their ORCID iD, which is printed with their name.'),
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

export const INTERESTS_REQUIRED = 'Please choose an answer'
export const INTERESTS_TEXT_REQUIRED = 'Please describe them'
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
    credit: z
      .array(z.enum(CREDIT_ROLES))
      .max(CREDIT_ROLES.length)
      .optional()
      .describe('What the reader did, by the roles of CRediT, with a confirmation; absent: as it was.'),
    competingInterests: text(INTERESTS_MAX)
      .transform((value) => value.trim())
      .optional()
      .describe('The reader’s own, with a confirmation; empty for none, absent: as it was.'),
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
    output: z.object({
      url: z.string(),
      proofId: Id,
      queries: z.array(ProofQuery),
      mayAnswer: z.boolean().describe('True for those who have confirmed the list.'),
    }),
  }),
  answerQuery: endpoint('POST /authorship/proof/queries', {
    access: 'named authors',
    text: 'long',
    hourly: 'changes',
    summary: 'Answers a question of the editor at a passage of the proof; for those who have confirmed the list',
    input: QueryAnswer,
    output: z.object({ queries: z.array(ProofQuery) }),
  }),
  orcidAddress: endpoint('POST /authorship/orcid/authorize', {
    access: 'named authors',
    hourly: 'orcid',
    summary: 'The address at ORCID that proves whose iD it is; null when the connection is not set up',
    output: z.object({ url: z.string().nullable() }),
  }),
  connectOrcid: endpoint('POST /authorship/orcid', {
    access: 'named authors',
    hourly: 'orcid',
    summary: 'Puts an iD beside the name of the author that ORCID has just proven to be theirs',
    input: z.strictObject({
      orcid: z.string().max(100, { error: ORCID_INVALID, abort: true }).trim().refine(isOrcid, ORCID_INVALID),
    }),
    output: Authorship,
  }),
  freshLink: endpoint('POST /authorship/fresh-link', {
    access: 'anyone',
    summary: 'Sends a new link to the address that an earlier one was for',
    input: z.strictObject({ secret: z.string().min(1).max(200) }),
    output: z.object({ message: z.string() }),
  }),
}
