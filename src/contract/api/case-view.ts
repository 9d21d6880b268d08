import { z } from 'zod'
import { ProofQuery } from './proof-queries.ts'
import {
  ANSWERS,
  ASSIGNMENT_STATES,
  CASE_STAGES,
  CLOSE_REASONS,
  CO_REVIEWER_STATES,
  DECISION_KINDS,
  DECLINE_REASONS,
  GRIEVANCE_KINDS,
  GRIEVANCE_OUTCOMES,
  LETTER_KINDS,
  PROOF_ANSWERS,
  RECOMMENDATIONS,
  REVIEWER_SOURCES,
  type DeclineReason,
  HISTORY_SIDES,
} from '../rules/peer-review/stages.ts'
import { AuthorProposal } from './manuscripts.ts'
import { CONFIRMATION_STATES } from '../rules/peer-review/authorship.ts'
import { CASE_ACTIONS, type CaseAction } from '../rules/peer-review/next-step.ts'
import { CONTRIBUTOR_ROLES } from '../rules/people/people.ts'
import { REPORT_FILE_STATES } from '../rules/peer-review/report-files.ts'
import { MANUSCRIPT_WORDS } from './manuscripts.ts'
import { WithheldPerson } from './review-reports.ts'
import { Id } from './field-schemas.ts'

const At = z.iso.datetime()
const Day = z.string().describe('YYYY-MM-DD')

const Person = z.object({ id: Id, fullName: z.string() })

export const CaseFile = z.object({
  id: Id,
  url: z.string(),
  name: z.string(),
  bytes: z.int(),
  mediaType: z.string(),
})
export type CaseFile = z.infer<typeof CaseFile>

const Article = z.object({
  title: z.string().describe('With `<i>`, `<sub>` and `<sup>` as markup.'),
  titleText: z.string(),
  abstract: z.string().describe('Plain text.'),
  keywords: z.string(),
  category: z.string(),
  comments: z.string().nullable().describe('What the authors wrote to the editor.'),
  isPublished: z.boolean(),
  submitter: z.object({ fullName: z.string(), email: z.string() }).nullable().describe('Null for an imported article.'),
})

const AnswerOfAuthor = z.object({
  contributorId: Id,
  state: z.enum(CONFIRMATION_STATES),
  hasAddress: z
    .boolean()
    .describe(
      'False if they have no address of their own: none is left, or another author, named before, has the same.',
    ),
  toldAt: At.nullable().describe('When the journal has written to them.'),
  answeredAt: At.nullable(),
  reason: z.string().nullable().describe('What is not right, or why an editor goes on without the answer.'),
  mayRemind: z.boolean().describe('True if they can be reminded now.'),
  mayWaive: z.boolean().describe('True if an editor can go on without their answer.'),
})

const CaseAuthor = z.object({
  fullName: z.string(),
  role: z.enum(CONTRIBUTOR_ROLES),
  email: z.string(),
  orcid: z.string().nullable(),
  orcidAuthenticated: z.boolean(),
  affiliation: z.string(),
  answer: AnswerOfAuthor.nullable().describe(
    'Whether they say that the list of authors is right; null if they were never asked.',
  ),
})
export type CaseAuthor = z.infer<typeof CaseAuthor>

const Version = z.object({
  id: Id,
  number: z.int(),
  submittedAt: At,
  reply: z.string().nullable().describe('What the authors answered to the reports.'),
  files: z.array(CaseFile),
  changed: z.array(z.enum(MANUSCRIPT_WORDS)).describe('What else came with this version, new.'),
})
export type CaseVersion = z.infer<typeof Version>

const Round = z.object({ id: Id, number: z.int(), versionId: Id, openedAt: At, closedAt: At.nullable() })

const Question = z.object({ id: z.string(), ask: z.string(), short: z.string() })

/** A file of a report, for its editors. One that an editor has replaced is not among them. */
export const CaseReportFile = z.object({
  id: Id,
  file: CaseFile.describe('As it was sent.'),
  providedBy: z.string().nullable().describe('The editor who has given it in the place of the reviewer’s.'),
  state: z.enum(REPORT_FILE_STATES).describe('Only `cleaned` can go to the authors.'),
  copy: CaseFile.nullable().describe('The copy without names, as the authors would get it.'),
  heldBack: z.string().nullable().describe('Why the authors do not get it, or not before an editor has looked at it.'),
  lookedBy: z.string().nullable().describe('The editor who has looked at the copy and released it.'),
  lookedAt: At.nullable(),
  isGiven: z.boolean().describe('True if the authors have it, or will have it with the letter.'),
})
export type CaseReportFile = z.infer<typeof CaseReportFile>

const Report = z.object({
  id: Id,
  version: z.int().describe('Counts from one; a report that was clarified has a higher one.'),
  questions: z.array(Question).describe('As they were asked.'),
  answers: z.record(z.string(), z.enum(ANSWERS)).describe('By the ids of the questions.'),
  toAuthors: z.string(),
  toEditor: z.string(),
  recommendation: z.enum(RECOMMENDATIONS),
  enteredBy: z.string().nullable().describe('The editor who entered it for the reviewer.'),
  lateAt: At.nullable().describe('Set if it came after the decision.'),
  submittedAt: At,
  isReleased: z.boolean().describe('True once an editor has given it to the authors.'),
  files: z.array(CaseReportFile),
})
export type CaseReport = z.infer<typeof Report>

const CoReviewer = z.object({
  id: Id,
  fullName: z.string(),
  email: z.string(),
  orcid: z.string().nullable(),
  state: z.enum(CO_REVIEWER_STATES),
  conflictText: z.string().nullable(),
  warnings: z.array(z.string()).describe('What speaks against them while the editor is asked: allowed with a reason.'),
  whyNot: z.string().nullable().describe('Why they cannot be allowed.'),
})

const Conflict = z.object({
  kind: z.string(),
  found: z.enum(['computed', 'declared']),
  text: z.string().nullable().describe('What was declared, in any round.'),
  waivedBy: z.string().nullable(),
  waivedReason: z.string().nullable(),
})

const Assignment = z.object({
  id: Id,
  roundId: Id,
  label: z.string().describe('What authors know a reviewer by.'),
  state: z.enum(ASSIGNMENT_STATES),
  source: z.enum(REVIEWER_SOURCES),
  rank: z.int(),
  reviewer: z.object({
    id: Id,
    fullName: z.string().describe('Empty once the reviewer has been erased.'),
    affiliation: z.string(),
    orcid: z.string().nullable(),
  }),
  email: z.string(),
  invitedAt: At.nullable(),
  replyDueOn: Day.nullable(),
  repliedAt: At.nullable(),
  dueOn: Day.nullable(),
  submittedAt: At.nullable(),
  closedAt: At.nullable(),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
  declineReason: z.enum(Object.keys(DECLINE_REASONS) as [DeclineReason, ...DeclineReason[]]).nullable(),
  declineText: z.string().nullable(),
  conflictAnswer: z.enum(['none', 'declared']).nullable(),
  conflictText: z.string().nullable(),
  clarifyText: z.string().nullable().describe('What the reviewer is asked to clarify.'),
  draftSavedAt: At.nullable().describe('When the reviewer last saved a draft; its text is nobody else’s.'),
  linkUsedAt: At.nullable().describe('When a link of the reviewer was last opened.'),
  undeliverableAt: At.nullable().describe('When a mail server refused the address for good.'),
  remindedAt: At.nullable().describe('When the reviewer was last reminded, by the journal or an editor.'),
  messages: z
    .array(z.object({ by: z.string(), text: z.string(), at: At }))
    .describe('What editors have written to the reviewer.'),
  conflicts: z.array(Conflict),
  coReviewers: z.array(CoReviewer),
  report: Report.nullable().describe('The valid one.'),
})
export type CaseAssignment = z.infer<typeof Assignment>

const Decision = z.object({
  id: Id,
  kind: z.enum(DECISION_KINDS),
  letter: z.string(),
  revisionDueOn: Day.nullable(),
  exceptionReason: z.string().nullable(),
  decidedBy: z.string(),
  decidedAt: At,
  isUndone: z.boolean(),
  files: z.array(CaseFile).describe('What went with the letter.'),
})

const Message = z.object({ id: Id, from: z.enum(['author', 'editor']), by: z.string(), text: z.string(), at: At })

export const SentProof = z.object({
  id: Id,
  file: CaseFile,
  sentAt: At,
  dueOn: Day,
  answer: z.enum(PROOF_ANSWERS).nullable(),
  corrections: z.string().nullable(),
  answeredAt: At.nullable(),
  isMade: z.boolean().describe('True if the journal made it from the text, as a proof: it is not what is published.'),
  queries: z.array(ProofQuery),
})

export type SentProof = z.infer<typeof SentProof>

const Grievance = z.object({
  id: Id,
  kind: z.enum(GRIEVANCE_KINDS),
  text: z.string(),
  about: z.string().nullable().describe('Whom a complaint is about, in the author’s words.'),
  isHidden: z.boolean().describe('True if the caller is involved: they read it once it has been answered.'),
  sentAt: At,
  dueOn: Day,
  handler: z.string().nullable(),
  outcome: z.enum(GRIEVANCE_OUTCOMES).nullable(),
  answer: z.string().nullable(),
  answeredAt: At.nullable(),
  mayAnswer: z.boolean().describe('True if it waits for an answer, which the caller may give.'),
})
export type CaseGrievance = z.infer<typeof Grievance>

const Duplicate = z.object({
  articleId: Id,
  titleText: z.string(),
  why: z.enum(['title', 'file', 'declined']).describe('What it shares with the manuscript; declined: same submitter.'),
  isPublic: z.boolean(),
})

const Checks = z.object({
  limits: z
    .object({ titleWords: z.int(), abstractWords: z.int(), similarityPercent: z.int() })
    .describe('As they were when the manuscript was sent.'),
  titleWords: z.int(),
  abstractWords: z.int(),
  similarityPercent: z.int().nullable(),
  aiPercent: z.int().nullable(),
  duplicates: z.array(Duplicate),
})

const HistoryEntry = z.object({ at: At, side: z.enum(HISTORY_SIDES), text: z.string() })
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** A case as one of its editors sees it. */
export const CaseView = z.object({
  id: Id,
  number: z.string(),
  stage: z.enum(CASE_STAGES),
  receivedOn: Day,
  promisedOn: Day,
  promise: z
    .object({ state: z.enum(['running', 'soon', 'over', 'kept', 'broken']), day: z.int(), days: z.int() })
    .nullable()
    .describe('How the case stands to the promised decision.'),
  next: z
    .object({
      action: z.enum(Object.keys(CASE_ACTIONS) as [CaseAction, ...CaseAction[]]).nullable(),
      reason: z.string(),
      system: z.string().nullable().describe('What happens without the editor.'),
      alert: z.boolean().describe('True if something is wrong.'),
    })
    .describe('What is next, and why.'),
  screenedAt: At.nullable(),
  delayToldAt: At.nullable().describe('When the authors were told of the delay.'),
  closedAt: At.nullable(),
  withdrawReason: z.string().nullable(),
  article: Article,
  authors: z.array(CaseAuthor),
  removedAuthors: z
    .array(AnswerOfAuthor.extend({ fullName: z.string() }))
    .describe('People whom the list names no more, and who are asked whether that is right.'),
  proposal: AuthorProposal.extend({
    reviewers: z.array(z.string()).describe('Reviewers of this manuscript who are named on the list.'),
  })
    .nullable()
    .describe('The change of the authors that was proposed last; null: none, or it counts.'),
  editor: Person.nullable(),
  isYours: z.boolean().describe('True if the caller handles the case.'),
  mayAppoint: z.boolean().describe('False for guest editors.'),
  guestEditors: z.array(Person.extend({ email: z.string(), since: At })),
  editors: z.array(Person).describe('Those who can be asked to handle the case.'),
  recused: z.array(
    Person.extend({
      why: z.enum(['declared', 'author', 'reviewer', 'fees']),
      reason: z.string().nullable().describe('What they have declared.'),
      at: At,
      mayLift: z.boolean().describe('True if an editor can put right that they were named as an author.'),
    }),
  ),
  versions: z.array(Version),
  rounds: z.array(Round),
  assignments: z.array(Assignment),
  decisions: z.array(Decision),
  undo: z.object({ decisionId: Id, until: At }).nullable(),
  possibleDecisions: z.array(z.enum(LETTER_KINDS)),
  messages: z.array(Message),
  notes: z
    .array(z.object({ id: Id, by: z.string(), text: z.string(), at: At, isOwn: z.boolean() }))
    .describe('Of the editors for one another, the oldest first.'),
  withheld: z
    .array(WithheldPerson)
    .describe('Everybody who takes part in the review: what the authors get is searched for them.'),
  proofs: z.array(SentProof),
  grievances: z.array(Grievance),
  checks: Checks,
  acceptanceConcerns: z.array(z.string()).describe('What stands in the way of accepting, for the editor.'),
  history: z.array(HistoryEntry).describe('The newest first.'),
})
export type CaseView = z.infer<typeof CaseView>
