import { z } from 'zod'
import { REVIEWER_STATES } from '../rules/peer-review/reviewer-state.ts'
import { Id } from './field-schemas.ts'
import { Finding } from './reviewers.ts'

/** Somebody who could be invited to review a manuscript. Reasons are words: a score is never shown. */
export const ReviewerCandidate = z.object({
  /** Null for somebody who becomes a reviewer when invited. */
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
  load: z.array(z.string()).describe('Open and earlier requests.'),
  findings: z.array(Finding),
  state: z.enum(REVIEWER_STATES),
  awayUntil: z.string().nullable(),
  whyNot: z.string().nullable().describe('Why they cannot be chosen; null if they can.'),
})
export type ReviewerCandidate = z.infer<typeof ReviewerCandidate>
