import { z } from 'zod'
import { ProofQuery, QueryAnswer } from './proof-queries.ts'
import { AUTHOR_STAGES, type AuthorStage } from '../rules/peer-review/author-stage.ts'
import { CONFIRMATION_STATES, PROPOSAL_STATES } from '../rules/peer-review/authorship.ts'
import { CREDIT_ROLES } from '../rules/people/credit.ts'
import { CONTRIBUTOR_ROLES } from '../rules/people/people.ts'
import { PUBLISH_ANSWERS } from '../rules/peer-review/published-reviews.ts'
import { GRIEVANCE_KINDS, GRIEVANCE_OUTCOMES, LETTER_KINDS, PROOF_ANSWERS } from '../rules/peer-review/stages.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, Reason, seenVersion, text } from './field-schemas.ts'
import { Affiliation } from './contributors.ts'
import { ArticleContent, CorrectedAuthors, FilesStep, ReviewStep, Suggestion } from './submission.ts'

const Day = z.iso.date()
const NamedFile = z.object({ url: z.string(), name: z.string() })

/** All that authors learn of a review, and only with a decision that has been sent. */
export const ReleasedReport = z.object({
  label: z.string().describe('A letter that stands for the reviewer in all rounds.'),
  text: z.string(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  files: z.array(NamedFile),
})
export type ReleasedReport = z.infer<typeof ReleasedReport>

/** Someone of a list of authors, with all that their form has. */
const AuthorOfList = z.object({
  contributorId: Id.nullable().describe('Null for someone who is not on the list that counts.'),
  fullName: z.string(),
  familyName: z.string().nullable(),
  givenNames: z.string().nullable(),
  isGroup: z.boolean(),
  email: z.string(),
  affiliation: z.string(),
  affiliations: z.array(Affiliation),
  orcidId: z.string().nullable(),
  role: z.enum(CONTRIBUTOR_ROLES),
  credit: z.array(z.enum(CREDIT_ROLES)),
})
export type AuthorOfList = z.infer<typeof AuthorOfList>

/** Another list of authors, and what those say whom it concerns. */
export const AuthorProposal = z.object({
  state: z.enum(PROPOSAL_STATES),
  proposedOn: Day,
  people: z.array(AuthorOfList).describe('The list in its order; empty once it is settled.'),
  answers: z
    .array(
      z.object({
        fullName: z.string(),
        isRemoved: z.boolean().describe('True for who is no longer on the list.'),
        state: z.enum(CONFIRMATION_STATES),
        isTold: z.boolean().describe('True once we have written to them.'),
        reason: z.string().nullable(),
      }),
    )
    .describe('Of those whom it concerns.'),
  reason: z.string().nullable().describe('Why an editor has withdrawn it.'),
})
export type AuthorProposal = z.infer<typeof AuthorProposal>

/** A manuscript as its submitter sees it until it is published. */
export const Manuscript = z.object({
  id: Id,
  title: z.string().describe('With inline markup, as in articles.'),
  number: z.string().nullable().describe('Its number in peer review, `2026-041`; null if it never entered it.'),
  authors: z.string(),
  category: z.string(),
  stage: z.enum(Object.keys(AUTHOR_STAGES) as [AuthorStage, ...AuthorStage[]]),
  status: z.object({
    sentence: z.string().describe('What matters now, with its date.'),
    date: Day.nullable().describe('The date in the sentence.'),
    note: z.string(),
  }),
  receivedOn: Day,
  promisedOn: Day.nullable(),
  history: z.array(z.object({ on: Day, text: z.string() })).describe('Newest first.'),
  steps: z
    .array(
      z.object({
        title: z.string(),
        note: z.string(),
        state: z.enum(['done', 'now', 'ahead']),
      }),
    )
    .describe('The way from receipt to publication.'),
  versions: z
    .array(
      z.object({
        number: z.int(),
        submittedOn: Day,
        reply: z.string().nullable(),
        files: z.array(NamedFile.extend({ bytes: z.int() })),
      }),
    )
    .describe('Newest first.'),
  letters: z
    .array(
      z.object({
        kind: z.enum(LETTER_KINDS),
        on: Day,
        letter: z.string(),
        revisionDueOn: Day.nullable(),
        files: z.array(NamedFile).describe('What the editor has sent with it.'),
        reports: z.array(ReleasedReport).describe('By their labels.'),
      }),
    )
    .describe('Letters of decision that have been sent, newest first.'),
  authorAnswers: z
    .array(
      z.object({
        fullName: z.string(),
        state: z.enum(CONFIRMATION_STATES),
        isYou: z.boolean(),
        hasAddress: z.boolean().describe('False if another author, named before, has the same address.'),
        isTold: z.boolean().describe('True once we have written to them.'),
        answeredOn: Day.nullable(),
        reason: z.string().nullable().describe('What is not right, if they let the submitter read it.'),
      }),
    )
    .describe('Whether the authors say that their list is right, in its order; empty if they were never asked.'),
  proposal: AuthorProposal.nullable().describe(
    'The change of the authors that was proposed last; null: none, or it counts.',
  ),
  latinNames: z.array(z.string()).describe('What letters and reports show in italics, as title and abstract do.'),
  messages: z.array(z.object({ from: z.enum(['author', 'editor']), text: z.string(), at: z.iso.datetime() })),
  suggestions: z.array(Suggestion).describe('Whom the authors have suggested or opposed as reviewers.'),
  proof: z
    .object({
      id: Id,
      file: NamedFile,
      sentOn: Day,
      dueOn: Day,
      answer: z.enum(PROOF_ANSWERS).nullable(),
      corrections: z.string().nullable(),
      queries: z.array(ProofQuery),
    })
    .nullable()
    .describe('The proof that was sent last.'),
  complaintWeeks: z.int().describe('In so many weeks an appeal or a complaint is answered.'),
  grievances: z
    .array(
      z.object({
        kind: z.enum(GRIEVANCE_KINDS),
        text: z.string(),
        sentOn: Day,
        dueOn: Day,
        outcome: z.enum(GRIEVANCE_OUTCOMES).nullable(),
        answer: z.string().nullable(),
        answeredOn: Day.nullable(),
      }),
    )
    .describe('Appeals and complaints, newest first.'),
  publication: z
    .object({
      answer: z.enum(PUBLISH_ANSWERS).nullable().describe('Null: not answered yet.'),
      isPublished: z.boolean(),
    })
    .nullable()
    .describe('Whether the reviews may be published with the article; null where the journal does not ask.'),
  /** What can be changed during the initial check and with a revision; `version` guards against overwriting. */
  content: z.object({
    version: z.int(),
    excerpt: z.string(),
    keywords: z.string(),
    abstract: z.string(),
    comments: z.string().nullable(),
    authors: z.array(AuthorOfList),
  }),
  may: z
    .object({
      change: z.boolean(),
      revise: z.boolean(),
      proposeAuthors: z
        .boolean()
        .describe(
          'True after a revision as well, if a change of the authors came to nothing, and whenever an author disagrees.',
        ),
      withdraw: z.boolean(),
      sendMessage: z.boolean(),
      answerProof: z.boolean(),
      appeal: z.boolean(),
      complain: z.boolean(),
      submitAgain: z.boolean(),
    })
    .describe('What the submitter may do now.'),
})
export type Manuscript = z.infer<typeof Manuscript>

export const REPLY_MAX = 20_000
export const MESSAGE_MAX = 5000
const REPLIES_MAX = 50

const required = (max: number, message: string) =>
  text(max)
    .transform((value) => value.trim())
    .refine((value) => value !== '', message)
const optional = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value?.trim() || null)

/** The words of a manuscript beside its files; what is named is changed. */
export const ManuscriptWords = ArticleContent.pick({
  title: true,
  excerpt: true,
  keywords: true,
  abstract: true,
}).partial()
export type ManuscriptWords = z.output<typeof ManuscriptWords>
export type ManuscriptWord = keyof ManuscriptWords
export const MANUSCRIPT_WORDS = ManuscriptWords.keyof().options

export const VERSION_MISSING = 'The version that you have seen is missing'
const SeenVersion = seenVersion(VERSION_MISSING)

export const Revision = ManuscriptWords.extend({
  version: SeenVersion.optional().describe('The `content.version` that was seen; needed where words are changed.'),
  files: FilesStep.shape.files,
  contributors: CorrectedAuthors.optional().describe(
    'Another list of authors, which counts once everybody whom it concerns has agreed.',
  ),
  replies: z
    .array(z.strictObject({ label: z.string().max(10), text: text(REPLY_MAX) }))
    .max(REPLIES_MAX)
    .default([])
    .describe('Replies to the released reports, by their labels.'),
  reply: optional(REPLY_MAX).describe('An answer to the editor and all reviewers.'),
}).refine(
  (revision) => revision.version !== undefined || MANUSCRIPT_WORDS.every((word) => revision[word] === undefined),
  {
    path: ['version'],
    error: VERSION_MISSING,
  },
)

export const ManuscriptChange = ManuscriptWords.extend({
  version: SeenVersion,
  comments: ReviewStep.shape.comments.optional(),
  files: FilesStep.shape.files.optional().describe('All content files: those that are kept, and new uploads.'),
})

export const ProposedAuthors = z.strictObject({ contributors: CorrectedAuthors })

export const WITHDRAWAL_REASON_REQUIRED = 'Please say why you withdraw the manuscript'
export const Withdrawal = z.strictObject({ reason: Reason(WITHDRAWAL_REASON_REQUIRED) })

export const MESSAGE_REQUIRED = 'Please write a message'
export const Message = z.strictObject({ text: required(MESSAGE_MAX, MESSAGE_REQUIRED) })

export const CORRECTIONS_REQUIRED = 'Please list your corrections'
export const ProofAnswer = z
  .strictObject({ answer: z.enum(PROOF_ANSWERS), corrections: optional(REPLY_MAX) })
  .refine(({ answer, corrections }) => answer === 'approved' || corrections !== null, {
    path: ['corrections'],
    error: CORRECTIONS_REQUIRED,
  })

export const TimeRequest = z.strictObject({
  dueOn: z.iso.date('Please choose a date'),
  reason: optional(MESSAGE_MAX - 100),
})

export const GRIEVANCE_REQUIRED = 'Please explain what should be looked at again'
export const Grievance = z.strictObject({
  kind: z.enum(GRIEVANCE_KINDS),
  text: required(REPLY_MAX, GRIEVANCE_REQUIRED),
  about: line(200)
    .nullish()
    .transform((about) => about || null)
    .describe('Whom a complaint is about, if it is about a person: they do not answer it.'),
})

/** What waits for an author, most of them none. */
export const NEEDS_YOU_MAX = 20

export const manuscripts = {
  needsYou: endpoint('GET /manuscripts/needs-you', {
    access: 'signed in',
    summary: "The caller's manuscripts that wait for them, with a revision or a proof, the first due one first",
    output: z.array(Manuscript.pick({ id: true, title: true, stage: true, status: true })).max(NEEDS_YOU_MAX),
  }),
  get: endpoint('GET /manuscripts/{id}', {
    access: 'signed in',
    summary: 'A manuscript as its submitter sees it: what they did, and what editors have sent them',
    input: z.strictObject({ id: IdInPath }),
    output: Manuscript,
  }),
  change: endpoint('PUT /manuscripts/{id}', {
    access: 'signed in',
    text: 'rich',
    hourly: 'changes',
    summary: 'Changes a manuscript before its initial check is done: what is named is changed',
    input: ManuscriptChange.extend({ id: IdInPath }),
    output: Manuscript,
  }),
  revise: endpoint('POST /manuscripts/{id}/revisions', {
    access: 'signed in',
    created: true,
    // Replies to several reports are long.
    text: 'rich',
    hourly: 'revisions',
    summary:
      'Sends the revision that a decision has asked for, with another title, key message, abstract or keywords if they are named; the same files sent again are the same version',
    input: Revision.safeExtend({ id: IdInPath }),
    output: Manuscript,
  }),
  proposeAuthors: endpoint('POST /manuscripts/{id}/author-proposal', {
    access: 'signed in',
    created: true,
    text: 'rich',
    hourly: 'revisions',
    summary: 'Proposes another list of authors after a revision; it counts once everybody whom it concerns has agreed',
    input: ProposedAuthors.extend({ id: IdInPath }),
    output: Manuscript,
  }),
  withdrawAuthors: endpoint('POST /manuscripts/{id}/author-proposal/withdrawal', {
    access: 'signed in',
    summary: 'Withdraws the change of the authors that waits for answers',
    input: z.strictObject({ id: IdInPath }),
    output: Manuscript,
  }),
  askForTime: endpoint('POST /manuscripts/{id}/revision-date', {
    access: 'signed in',
    created: true,
    hourly: 'messages',
    summary: 'Asks the editor for another day by which to send the revision',
    input: TimeRequest.extend({ id: IdInPath }),
    output: Manuscript,
  }),
  withdraw: endpoint('POST /manuscripts/{id}/withdrawal', {
    access: 'signed in',
    summary: 'Withdraws a manuscript before publication; everyone involved hears of it',
    input: Withdrawal.extend({ id: IdInPath }),
    output: Manuscript,
  }),
  sendMessage: endpoint('POST /manuscripts/{id}/messages', {
    access: 'signed in',
    created: true,
    text: 'long',
    hourly: 'messages',
    summary: 'Writes to the editor of a manuscript',
    input: Message.extend({ id: IdInPath }),
    output: Manuscript,
  }),
  answerProof: endpoint('POST /manuscripts/{id}/proofs/{proofId}', {
    access: 'signed in',
    text: 'rich',
    hourly: 'proofs',
    summary: 'Approves the proof, or lists corrections',
    input: ProofAnswer.safeExtend({ id: IdInPath, proofId: IdInPath }),
    output: Manuscript,
  }),
  allowReviews: endpoint('PUT /manuscripts/{id}/published-reviews', {
    access: 'signed in',
    hourly: 'answers',
    summary: 'Says whether reports, letters and replies may be published with the article, until they are',
    input: z.strictObject({ id: IdInPath, answer: z.enum(PUBLISH_ANSWERS) }),
    output: Manuscript,
  }),
  answerQuery: endpoint('POST /manuscripts/{id}/proofs/{proofId}/queries/{position}', {
    access: 'signed in',
    text: 'long',
    hourly: 'changes',
    summary: 'Answers a question of the editor at a passage of the proof',
    input: QueryAnswer.extend({ id: IdInPath }),
    output: Manuscript,
  }),
  appeal: endpoint('POST /manuscripts/{id}/grievances', {
    access: 'signed in',
    created: true,
    text: 'rich',
    hourly: 'appeals',
    summary: 'Appeals against a decision, or complains; the journal answers within the weeks that it promises',
    input: Grievance.extend({ id: IdInPath }),
    output: Manuscript,
  }),
}
