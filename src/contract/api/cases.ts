import { z } from 'zod'
import {
  AddressForm,
  ClarificationForm,
  EnteredReportForm,
  ExtensionForm,
  ForwardForm,
  GrievanceAnswerForm,
  GuestEditorForm,
  MessageForm,
  OfAssignment,
  OfCase,
  ProofForm,
  ReasonForm,
  ScreeningForm,
} from './case-forms.ts'
import { CaseView } from './case-view.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './field-schemas.ts'

const Done = z.object({ message: z.string() })
/** The address of one assignment's calls. */
const ASSIGNMENT = '/cases/{id}/assignments/{assignmentId}'

const Paragraph = z.object({ text: z.string(), style: z.enum(['heading', 'text']) })
const ManuscriptText = z.union([
  z.object({
    paragraphs: z.array(Paragraph),
    words: z.int(),
    isShortened: z.boolean().describe('True if the manuscript is longer than what is given.'),
  }),
  z.object({ unavailable: z.string().describe('Why the text cannot be shown, as a sentence.') }),
])
export type ManuscriptText = z.infer<typeof ManuscriptText>

const Compared = z.object({
  isChanged: z.boolean(),
  runs: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
})
const Comparison = z.union([
  z.object({ paragraphs: z.array(z.union([Compared, z.object({ unchanged: z.int() })])) }),
  z.object({ unavailable: z.string() }),
])
export type Comparison = z.infer<typeof Comparison>

/**
 * A case for its editors: administrators who are not recused, and guest editors of this case alone. For all
 * others every call answers alike, whether the case exists or not.
 */
export const cases = {
  get: endpoint({
    method: 'GET',
    path: '/cases/{id}',
    access: 'signed in',
    summary: 'The peer review of an article, for its editors',
    input: z.strictObject(OfCase),
    output: CaseView,
  }),
  open: endpoint({
    method: 'POST',
    path: '/cases/{id}',
    access: 'signed in',
    created: true,
    summary: 'Opens the peer review of an unpublished article that has none; administrators only',
    input: z.strictObject(OfCase),
    output: Done,
  }),
  screen: endpoint({
    method: 'PUT',
    path: '/cases/{id}/screening',
    access: 'signed in',
    summary: 'Records the results of the checks; the manuscript counts as screened from then on',
    input: ScreeningForm.extend(OfCase),
    output: Done,
  }),
  setEditor: endpoint({
    method: 'PUT',
    path: '/cases/{id}/editor',
    access: 'signed in',
    summary: 'Names the editor who handles the case, or none',
    input: z.strictObject({ ...OfCase, userId: Id.nullable() }),
    output: Done,
  }),
  inviteGuestEditor: endpoint({
    method: 'POST',
    path: '/cases/{id}/guest-editors',
    access: 'signed in',
    created: true,
    summary: 'Lets the owner of an account edit this case alone',
    input: GuestEditorForm.extend(OfCase),
    output: Done,
  }),
  removeGuestEditor: endpoint({
    method: 'DELETE',
    path: '/cases/{id}/guest-editors/{userId}',
    access: 'signed in',
    summary: 'Ends the part of a guest editor in this case',
    input: z.strictObject({ ...OfCase, userId: IdInPath }),
    output: Done,
  }),
  recuse: endpoint({
    method: 'POST',
    path: '/cases/{id}/recusal',
    access: 'signed in',
    summary: 'Declares a conflict of interest: the caller no longer sees this case as an editor',
    input: ReasonForm.extend(OfCase),
    output: Done,
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/cases/{id}/messages',
    access: 'signed in',
    created: true,
    text: 'long',
    summary: 'Writes to the author who submitted the manuscript',
    input: MessageForm.extend(OfCase),
    output: Done,
  }),
  sendProof: endpoint({
    method: 'POST',
    path: '/cases/{id}/proofs',
    access: 'signed in',
    created: true,
    summary: 'Sends the author the proof of an accepted manuscript; it replaces an earlier one',
    input: ProofForm.extend(OfCase),
    output: Done,
  }),
  answerGrievance: endpoint({
    method: 'POST',
    path: '/cases/{id}/grievances/{grievanceId}',
    access: 'signed in',
    text: 'long',
    summary: 'Answers an appeal or a complaint; an appeal is answered by an editor who did not decide',
    input: GrievanceAnswerForm.extend({ ...OfCase, grievanceId: IdInPath }),
    output: Done,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/cases/{id}/withdrawal',
    access: 'signed in',
    summary: 'Withdraws the manuscript; the author is sent the reason',
    input: ReasonForm.extend(OfCase),
    output: Done,
  }),
  waiveConflict: endpoint({
    method: 'POST',
    path: '/cases/{id}/conflicts/{reviewerId}/waiver',
    access: 'signed in',
    summary: 'Lets a report count although its reviewer has a conflict of interest',
    input: ReasonForm.extend({ ...OfCase, reviewerId: IdInPath }),
    output: Done,
  }),
  allowCoReviewer: endpoint({
    method: 'POST',
    path: '/cases/{id}/co-reviewers/{coReviewerId}/approval',
    access: 'signed in',
    summary: 'Lets a reviewer work with the colleague they have named, who is sent a link',
    input: z.strictObject({ ...OfCase, coReviewerId: IdInPath }),
    output: Done,
  }),
  refuseCoReviewer: endpoint({
    method: 'POST',
    path: '/cases/{id}/co-reviewers/{coReviewerId}/refusal',
    access: 'signed in',
    summary: 'Asks a reviewer to write the report without the colleague they have named',
    input: z.strictObject({ ...OfCase, coReviewerId: IdInPath }),
    output: Done,
  }),
  forwardLateReport: endpoint({
    method: 'POST',
    path: '/cases/{id}/reports/{reportId}/release',
    access: 'signed in',
    text: 'rich',
    summary: 'Gives the authors a report that came after the decision',
    input: ForwardForm.extend({ ...OfCase, reportId: IdInPath }),
    output: Done,
  }),
  cancelReview: endpoint({
    method: 'POST',
    path: `${ASSIGNMENT}/cancellation`,
    access: 'signed in',
    summary: 'Ends the assignment of a reviewer who has not reported, who is sent word of it',
    input: z.strictObject(OfAssignment),
    output: Done,
  }),
  inviteNow: endpoint({
    method: 'POST',
    path: `${ASSIGNMENT}/invitation`,
    access: 'signed in',
    summary: 'Invites somebody who is on standby, or who has declined',
    input: z.strictObject(OfAssignment),
    output: Done,
  }),
  readdress: endpoint({
    method: 'PUT',
    path: `${ASSIGNMENT}/address`,
    access: 'signed in',
    summary: 'Sends the invitation to another address; links to the old one end',
    input: AddressForm.extend(OfAssignment),
    output: Done,
  }),
  resendLink: endpoint({
    method: 'POST',
    path: `${ASSIGNMENT}/link`,
    access: 'signed in',
    summary: 'Sends a fresh link to the reviewer; if the old one was forwarded, it ends',
    input: z.strictObject({ ...OfAssignment, forwarded: z.boolean().default(false) }),
    output: Done,
  }),
  extend: endpoint({
    method: 'PUT',
    path: `${ASSIGNMENT}/due-date`,
    access: 'signed in',
    summary: 'Gives a reviewer another date for the report',
    input: ExtensionForm.extend(OfAssignment),
    output: Done,
  }),
  clarify: endpoint({
    method: 'POST',
    path: `${ASSIGNMENT}/clarification`,
    access: 'signed in',
    text: 'long',
    summary: 'Asks a reviewer to clarify a report, which opens again for them',
    input: ClarificationForm.extend(OfAssignment),
    output: Done,
  }),
  enterReport: endpoint({
    method: 'POST',
    path: `${ASSIGNMENT}/report`,
    access: 'signed in',
    created: true,
    text: 'rich',
    summary: 'Enters a report for its reviewer, who is sent a copy',
    input: EnteredReportForm.extend(OfAssignment),
    output: Done,
  }),
  text: endpoint({
    method: 'GET',
    path: '/cases/{id}/versions/{versionId}/files/{fileId}/text',
    access: 'signed in',
    summary: 'A manuscript as paragraphs of text',
    input: z.strictObject({ ...OfCase, versionId: IdInPath, fileId: IdInPath }),
    output: ManuscriptText,
  }),
  compare: endpoint({
    method: 'GET',
    path: '/cases/{id}/comparison/{before}/{after}',
    access: 'signed in',
    summary: 'What one file of the manuscript changes in another, word by word',
    input: z.strictObject({ ...OfCase, before: IdInPath, after: IdInPath }),
    output: Comparison,
  }),
}
