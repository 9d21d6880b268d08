import { z } from 'zod'
import { SEARCH_MAX } from '../rules/articles/article-policy.ts'
import { orcidIn } from '../rules/people/identifiers.ts'
import { REPLY_DAYS, REPORT_DAYS } from '../rules/peer-review/review-dates.ts'
import { ASSIGNMENT_STATES } from '../rules/peer-review/stages.ts'
import { REVIEWER_STATES } from '../rules/peer-review/reviewer-state.ts'
import { endpoint } from './endpoint.ts'
import { absentWhenBlank, Id, IdInPath, line, text } from './field-schemas.ts'
import { Finding, ReviewerForm } from './reviewers.ts'
import { Email } from './users.ts'

/** Someone who could be invited to review a manuscript. Reasons are words: a score is never shown. */
export const ReviewerCandidate = z.object({
  /** Null for someone who becomes a reviewer when invited. */
  reviewerId: Id.nullable(),
  fullName: z.string(),
  affiliation: z.string(),
  /** The preferred address; null if none is known. */
  email: z.string().nullable(),
  emails: z.array(z.string()).describe('All known addresses, the preferred one first.'),
  orcid: z.string().nullable(),
  suggestionId: Id.nullable().describe('The suggestion of the authors, or of another reviewer, that names them.'),
  suggestedByAuthors: z.boolean(),
  /** The authors' reason for not inviting them, which may be empty; null if the authors do not oppose them. */
  opposed: z.string().nullable(),
  reasons: z.array(z.string()).describe('Why they may be the right person.'),
  /** Missing in what was kept on a device before there was such a field. */
  isOnTopic: z
    .boolean()
    .default(false)
    .describe('True if their expertise or an article of theirs shares words with the manuscript.'),
  load: z.array(z.string()).describe('Open and earlier requests.'),
  findings: z.array(Finding),
  state: z.enum(REVIEWER_STATES),
  awayUntil: z.string().nullable(),
  whyNot: z.string().nullable().describe('Why they cannot be chosen; null if they can.'),
})
export type ReviewerCandidate = z.infer<typeof ReviewerCandidate>

/** So many people are invited or put on standby at a time. */
export const INVITED_MAX = 10
export const OWN_LINES_MAX = 2000
export const REASON_MAX = 1000

const OfCase = { id: IdInPath }

const days = (what: string, { min, max }: { min: number; max: number }) => {
  const message = `Please give reviewers ${min} to ${max} days ${what}`
  return z.int(message).min(min, message).max(max, message)
}

const Days = {
  replyDays: days('to answer', REPLY_DAYS),
  reportDays: days('for the report', REPORT_DAYS),
}

const Message = text(OWN_LINES_MAX)
  .nullish()
  .transform((message) => message?.trim() || null)
  .describe('The editor’s own lines, a part of the email.')

/** Someone who is no reviewer of this journal yet. */
export const NewPerson = z.strictObject({
  fullName: ReviewerForm.shape.fullName,
  email: Email('Please enter a valid email address'),
  affiliation: ReviewerForm.shape.affiliation,
  orcid: ReviewerForm.shape.orcid,
})

const Whom = {
  reviewerId: Id.optional(),
  suggestionId: Id.optional().describe('Someone whom the authors or another reviewer suggest for this manuscript.'),
  person: NewPerson.optional(),
  email: Email('Please enter a valid email address').optional().describe('One of the addresses of a known reviewer.'),
}

const names = ({ reviewerId, suggestionId, person }: { [Way in keyof typeof Whom]?: unknown }) =>
  [reviewerId, suggestionId, person].filter((way) => way !== undefined).length === 1
const NAMED_ONCE = 'Please name a reviewer, a suggestion or a new person'

/** One person of an invitation. */
export const Invitee = z
  .strictObject({
    ...Whom,
    despite: z.boolean().default(false).describe('True if the editor has read the warnings and invites nevertheless.'),
    waive: text(REASON_MAX)
      .nullish()
      .transform((reason) => reason?.trim() || null)
      .describe(
        'Why the report counts as independent although there is a conflict of interest, or why the person is invited although the authors ask the editor not to, or may be someone else on the case.',
      ),
  })
  .refine(names, NAMED_ONCE)
export type Invitee = z.output<typeof Invitee>

const Invitees = z.array(Invitee).max(INVITED_MAX, `Please choose at most ${INVITED_MAX} people at a time`)

/** What speaks against inviting someone, in words: the same for people in the list and for one being typed. */
const Cautions = {
  findings: z.array(Finding),
  warnings: z.array(z.string()).describe('Read and confirmed by `despite` before an invitation.'),
  needsReason: z.boolean().describe('True if they are invited with a reason only, which is kept: `waive`.'),
  whyNot: z.string().nullable().describe('Why they cannot be chosen; null if they can.'),
}

export const InvitationCandidate = ReviewerCandidate.extend({
  ...Cautions,
  isEarlier: z.boolean().describe('True for reviewers of the last round: they are asked again, and keep their label.'),
  asked: z.string().nullable().describe('What came of an earlier request in this round.'),
})
export type InvitationCandidate = z.infer<typeof InvitationCandidate>

export const Candidates = z.object({
  number: z.string(),
  title: z.string(),
  authors: z.string(),
  round: z.int().describe('The round to which people are invited.'),
  wanted: z.int().describe('So many reviewers are missing.'),
  standbyWanted: z.int(),
  replyDays: z.int().describe('As the manuscript was promised.'),
  reportDays: z.int(),
  takingPart: z.array(
    z.object({ assignmentId: Id, fullName: z.string(), state: z.enum(ASSIGNMENT_STATES), words: z.string() }),
  ),
  hasReviewers: z.boolean().describe('False if this journal knows no reviewer yet.'),
  candidates: z.array(InvitationCandidate),
})
export type Candidates = z.infer<typeof Candidates>

export const InvitationForm = z.strictObject({
  invite: Invitees.min(1, 'Please choose at least one person to invite'),
  standby: Invitees.default([]),
  ...Days,
  message: Message,
})

/** Inviting reviewers, by the editors of a case: administrators who are not recused, and guest editors. */
export const invitations = {
  candidates: endpoint('GET /cases/{id}/candidates', {
    access: 'signed in',
    summary: 'Who could review a manuscript, best first, with reasons, load and warnings in words',
    input: z.strictObject({
      ...OfCase,
      /** Beginnings of words in name, affiliation, expertise or address. */
      q: absentWhenBlank(line(SEARCH_MAX).optional()),
    }),
    output: Candidates,
  }),
  conflicts: endpoint('POST /cases/{id}/conflicts', {
    access: 'signed in',
    summary: 'What speaks against inviting a person, as typed so far',
    input: z.strictObject({
      ...OfCase,
      fullName: ReviewerForm.shape.affiliation,
      email: ReviewerForm.shape.affiliation,
      affiliation: ReviewerForm.shape.affiliation,
      orcid: line(100)
        .nullish()
        .transform((orcid) => (orcid && orcidIn(orcid)) || null),
    }),
    output: z.object({
      ...Cautions,
      known: z
        .object({ reviewerId: Id, fullName: z.string(), by: z.enum(['email address', 'ORCID iD', 'account']) })
        .nullable()
        .describe('The reviewer of this journal who this is, and what says so.'),
    }),
  }),
  preview: endpoint('POST /cases/{id}/invitations/preview', {
    access: 'signed in',
    text: 'long',
    summary: 'The email as one person would get it; nothing is stored',
    input: z.strictObject({ ...OfCase, ...Whom, ...Days, message: Message }).refine(names, NAMED_ONCE),
    output: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  }),
  invite: endpoint('POST /cases/{id}/invitations', {
    access: 'signed in',
    created: true,
    text: 'long',
    hourly: 'invitations',
    summary: 'Invites reviewers, and keeps others on standby in this order; sent again, it invites nobody twice',
    input: InvitationForm.extend(OfCase),
    output: z.object({ message: z.string(), invited: z.int(), standby: z.int() }),
  }),
}
