import { z } from 'zod'
import {
  ANSWERS,
  ASSIGNMENT_STATES,
  CLOSE_REASONS,
  CO_REVIEWER_STATES,
  DECISION_KINDS,
  DECLINE_REASONS,
  RECOMMENDATIONS,
  type DeclineReason,
} from '../rules/peer-review/stages.ts'
import { PUBLISH_CHOICES } from '../rules/peer-review/published-reviews.ts'
import { Id } from './field-schemas.ts'

export const DeclineReasonWord = z.enum(Object.keys(DECLINE_REASONS) as [DeclineReason, ...DeclineReason[]])

const Day = z.iso.date()
const Days = z.object({ earliest: Day, latest: Day })

/** A report as its reviewer has sent it. */
export const OwnReport = z.object({
  round: z.number().int(),
  /** The questions as they were asked. */
  questions: z.array(z.object({ id: z.string(), ask: z.string() })),
  answers: z.record(z.string(), z.enum(ANSWERS)),
  toAuthors: z.string(),
  toEditor: z.string(),
  recommendation: z.enum(RECOMMENDATIONS),
  submittedAt: z.iso.datetime(),
  /** It came after the decision. */
  isLate: z.boolean(),
})
export type OwnReport = z.infer<typeof OwnReport>

export const ManuscriptFile = z.object({
  id: Id,
  name: z.string(),
  bytes: z.number().int(),
  /** The number of the manuscript's version. */
  version: z.number().int(),
  title: z.string().nullable().describe('What a supplement is; null for the manuscript itself.'),
})

/** A decision that has been sent, with what the authors were given of the reports. */
export const Outcome = z.object({
  decision: z.enum(DECISION_KINDS),
  decidedOn: Day,
  letter: z.string(),
  reports: z.array(z.object({ label: z.string(), text: z.string(), isOwn: z.boolean() })),
})

/**
 * All that a review link opens. It says nothing of other reviewers, except what was sent to the authors with a
 * decision.
 */
export const OpenReview = z.object({
  id: Id,
  /** Whose link it is. */
  as: z.enum(['reviewer', 'co-reviewer']),
  name: z.string(),
  /** Masked: the link may have been forwarded. */
  address: z.string(),
  /** The reviewer's name; on a co-reviewer's link the name of the colleague who asked. */
  reviewer: z.string(),
  number: z.string(),
  title: z.string(),
  category: z.string(),
  /** As HTML. */
  abstract: z.string(),
  authors: z.array(z.object({ fullName: z.string(), affiliations: z.array(z.object({ line: z.string() })) })),
  round: z.number().int(),
  state: z.enum(ASSIGNMENT_STATES),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
  /** The name of the editor who handles the manuscript, if one does. */
  editor: z.string().nullable(),
  /** The editor's own lines. */
  message: z.string().nullable(),
  /** What the editors have written since. */
  messages: z.array(z.object({ text: z.string(), at: z.iso.datetime() })),
  replyDueOn: Day.nullable(),
  dueOn: Day.nullable(),
  /** The days to choose from when agreeing, and the one proposed; null if it is too late to agree. */
  consent: Days.extend({ proposed: Day }).nullable(),
  /** The days to which the date can be moved; null if it cannot. */
  later: Days.nullable(),
  conflict: z.object({ answer: z.enum(['none', 'declared']), text: z.string().nullable() }).nullable(),
  /** True while a conflict of interest that this reviewer, or this co-reviewer, has declared waits for the editor. */
  conflictWaits: z.boolean(),
  declined: z
    .object({
      reason: DeclineReasonWord.nullable(),
      text: z.string().nullable(),
      suggestions: z.array(z.object({ fullName: z.string(), email: z.string(), affiliation: z.string() })),
    })
    .nullable(),
  /** On a co-reviewer's link: whether they have confirmed. */
  coReview: z.enum(CO_REVIEWER_STATES).nullable(),
  coReviewers: z.array(z.object({ fullName: z.string(), state: z.enum(CO_REVIEWER_STATES) })),
  /** Empty until the reviewer agrees, or the co-reviewer confirms. */
  files: z.array(ManuscriptFile),
  /** The reviewer's reports of earlier rounds, and what the authors answered; null if there are none. */
  earlier: z
    .object({
      label: z.string().describe('What the authors know the reviewer by.'),
      reports: z.array(OwnReport),
      reply: z.string().nullable(),
    })
    .nullable(),
  /** What the editor asks to be clarified. */
  clarify: z.string().nullable(),
  /** True while a report can be sent; after the decision until `lateUntil`. */
  canReport: z.boolean(),
  lateUntil: Day.nullable(),
  publication: z
    .object({
      choice: z.enum(PUBLISH_CHOICES).nullable().describe('For all rounds of the manuscript; null: not answered yet.'),
      printedAs: z.string().describe('Name and affiliation, as they would be printed.'),
      published: z.enum(['named', 'unsigned']).nullable().describe('Null: nothing of theirs is published.'),
    })
    .nullable()
    .describe('Whether the report may be published; null where the invitation did not say so, and for co-reviewers.'),
  report: OwnReport.nullable(),
  outcome: Outcome.nullable(),
  /** What had been written when the review was cancelled, as text. */
  draft: z.string().nullable(),
})
export type OpenReview = z.infer<typeof OpenReview>
