import { z } from 'zod'
import { QueryAnswer } from './proof-queries.ts'
import {
  AddressForm,
  AllowanceForm,
  ClarificationForm,
  EnteredReportForm,
  ExtensionForm,
  ForwardForm,
  GiveFilesForm,
  GrievanceAnswerForm,
  GuestEditorForm,
  MessageForm,
  NoteForm,
  OfAssignment,
  OfCase,
  ProofForm,
  ReasonForm,
  ReplacementForm,
  ScreeningForm,
} from './case-forms.ts'
import { CaseView } from './case-view.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './field-schemas.ts'
import { Comparison, ManuscriptText, WordsComparison } from './manuscript-text.ts'

const Done = z.object({ message: z.string() })
/** The address of the calls about one file of a report. */
const REPORT_FILE = '/cases/{id}/report-files/{attachedId}'
const OfReportFile = { ...OfCase, attachedId: IdInPath }
/** The address of one assignment's calls. */
const ASSIGNMENT = '/cases/{id}/assignments/{assignmentId}'

/**
 * A case for its editors: administrators who are not recused, and guest editors of this case alone. For all
 * others every call answers alike, whether the case exists or not.
 */
export const cases = {
  get: endpoint('GET /cases/{id}', {
    access: 'signed in',
    summary: 'The peer review of an article, for its editors',
    input: z.strictObject(OfCase),
    output: CaseView,
  }),
  open: endpoint('POST /cases/{id}', {
    access: 'signed in',
    created: true,
    summary: 'Opens the peer review of an unpublished article that has none; administrators only',
    input: z.strictObject(OfCase),
    output: Done,
  }),
  screen: endpoint('PUT /cases/{id}/screening', {
    access: 'signed in',
    summary: 'Records the results of the checks; the manuscript counts as screened from then on',
    input: ScreeningForm.extend(OfCase),
    output: Done,
  }),
  setEditor: endpoint('PUT /cases/{id}/editor', {
    access: 'signed in',
    hourly: 'editors',
    summary: 'Names the editor who handles the case, or none',
    input: z.strictObject({ ...OfCase, userId: Id.nullable() }),
    output: Done,
  }),
  inviteGuestEditor: endpoint('POST /cases/{id}/guest-editors', {
    access: 'signed in',
    created: true,
    hourly: 'editors',
    summary: 'Lets the owner of an account edit this case alone',
    input: GuestEditorForm.extend(OfCase),
    output: Done,
  }),
  removeGuestEditor: endpoint('DELETE /cases/{id}/guest-editors/{userId}', {
    access: 'signed in',
    hourly: 'editors',
    summary: 'Ends the part of a guest editor in this case',
    input: z.strictObject({ ...OfCase, userId: IdInPath }),
    output: Done,
  }),
  recuse: endpoint('POST /cases/{id}/recusal', {
    access: 'signed in',
    summary: 'Declares a conflict of interest: the caller no longer sees this case as an editor',
    input: ReasonForm.extend(OfCase),
    output: Done,
  }),
  liftRecusal: endpoint('POST /cases/{id}/recusals/{userId}/lifting', {
    access: 'signed in',
    hourly: 'editors',
    summary: 'Lets someone edit the case again who was named as an author by mistake',
    input: ReasonForm.extend({ ...OfCase, userId: IdInPath }),
    output: Done,
  }),
  moveRevisionDate: endpoint('PUT /cases/{id}/revision-date', {
    access: 'signed in',
    hourly: 'decisions',
    summary: 'Moves the day by which the awaited revision is due; the author is told',
    input: ExtensionForm.extend(OfCase),
    output: Done,
  }),
  withdrawAuthors: endpoint('POST /cases/{id}/author-proposal/withdrawal', {
    access: 'signed in',
    hourly: 'messages',
    summary: 'Withdraws the change of the authors that waits for answers; the submitter is told why',
    input: ReasonForm.extend(OfCase),
    output: Done,
  }),
  remindAuthor: endpoint('POST /cases/{id}/authors/{contributorId}/reminder', {
    access: 'signed in',
    hourly: 'messages',
    summary: 'Reminds an author who has not answered about the list of authors, at most once a day',
    input: z.strictObject({ ...OfCase, contributorId: IdInPath }),
    output: Done,
  }),
  waiveAuthor: endpoint('POST /cases/{id}/authors/{contributorId}/waiver', {
    access: 'signed in',
    hourly: 'messages',
    summary: 'Goes on without the answer of an author, from 14 days after they were asked, with a reason',
    input: ReasonForm.extend({ ...OfCase, contributorId: IdInPath }),
    output: Done,
  }),
  sendMessage: endpoint('POST /cases/{id}/messages', {
    access: 'signed in',
    created: true,
    text: 'long',
    hourly: 'messages',
    summary: 'Writes to the author who submitted the manuscript',
    input: MessageForm.extend(OfCase),
    output: Done,
  }),
  addNote: endpoint('POST /cases/{id}/notes', {
    access: 'signed in',
    created: true,
    text: 'long',
    hourly: 'messages',
    summary: 'Adds a note that only the editors of the case read',
    input: NoteForm.extend(OfCase),
    output: Done,
  }),
  deleteNote: endpoint('DELETE /cases/{id}/notes/{noteId}', {
    access: 'signed in',
    summary: 'Deletes a note that the caller has written',
    input: z.strictObject({ ...OfCase, noteId: IdInPath }),
    output: Done,
  }),
  sendProof: endpoint('POST /cases/{id}/proofs', {
    access: 'signed in',
    created: true,
    hourly: 'proofs',
    summary: 'Sends the author the proof of an accepted manuscript; it replaces an earlier one',
    input: ProofForm.extend(OfCase),
    output: Done,
  }),
  settleQuery: endpoint('POST /cases/{id}/proofs/{proofId}/queries/{position}', {
    access: 'signed in',
    summary: 'Marks an answered question at the proof as settled; its answer cannot be changed any more',
    input: QueryAnswer.omit({ answer: true }).extend(OfCase),
    output: Done,
  }),
  answerGrievance: endpoint('POST /cases/{id}/grievances/{grievanceId}', {
    access: 'signed in',
    text: 'long',
    hourly: 'messages',
    summary: 'Answers an appeal or a complaint; an appeal is answered by an editor who did not decide',
    input: GrievanceAnswerForm.extend({ ...OfCase, grievanceId: IdInPath }),
    output: Done,
  }),
  withdraw: endpoint('POST /cases/{id}/withdrawal', {
    access: 'signed in',
    summary: 'Withdraws the manuscript; the author is sent the reason',
    input: ReasonForm.extend(OfCase),
    output: Done,
  }),
  waiveConflict: endpoint('POST /cases/{id}/conflicts/{reviewerId}/waiver', {
    access: 'signed in',
    summary: 'Lets a report count although its reviewer has a conflict of interest',
    input: ReasonForm.extend({ ...OfCase, reviewerId: IdInPath }),
    output: Done,
  }),
  allowCoReviewer: endpoint('POST /cases/{id}/co-reviewers/{coReviewerId}/approval', {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary:
      'Lets a reviewer work with the colleague they have named, who is sent a link; with a reason if anything speaks against them',
    input: AllowanceForm.extend({ ...OfCase, coReviewerId: IdInPath }),
    output: Done,
  }),
  refuseCoReviewer: endpoint('POST /cases/{id}/co-reviewers/{coReviewerId}/refusal', {
    access: 'signed in',
    summary: 'Asks a reviewer to write the report without the colleague they have named',
    input: z.strictObject({ ...OfCase, coReviewerId: IdInPath }),
    output: Done,
  }),
  forwardLateReport: endpoint('POST /cases/{id}/reports/{reportId}/release', {
    access: 'signed in',
    text: 'rich',
    hourly: 'messages',
    summary: 'Gives the authors a report that came after the decision',
    input: ForwardForm.extend({ ...OfCase, reportId: IdInPath }),
    output: Done,
  }),
  releaseFile: endpoint(`POST ${REPORT_FILE}/release`, {
    access: 'signed in',
    summary: 'Records that the caller has looked at the copy of a file, and releases this copy for the authors',
    input: z.strictObject({ ...OfReportFile, copyId: Id }),
    output: Done,
  }),
  replaceFile: endpoint(`POST ${REPORT_FILE}/replacement`, {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary: 'Puts an upload of the caller in the place of a file of a report; it is cleaned of names like any',
    input: ReplacementForm.extend(OfReportFile),
    output: Done,
  }),
  retryFile: endpoint(`POST ${REPORT_FILE}/retry`, {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary: 'Has the copy of a file that could not be made tried again',
    input: z.strictObject(OfReportFile),
    output: Done,
  }),
  giveFiles: endpoint('POST /cases/{id}/reports/{reportId}/files', {
    access: 'signed in',
    hourly: 'messages',
    text: 'long',
    summary: 'Gives the authors files of a report that they have without them',
    input: GiveFilesForm.extend({ ...OfCase, reportId: IdInPath }),
    output: Done,
  }),
  cancelReview: endpoint(`POST ${ASSIGNMENT}/cancellation`, {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary: 'Ends the assignment of a reviewer who has not reported, who is sent word of it',
    input: z.strictObject(OfAssignment),
    output: Done,
  }),
  inviteNow: endpoint(`POST ${ASSIGNMENT}/invitation`, {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary: 'Invites someone who is on standby, or who has declined',
    input: z.strictObject(OfAssignment),
    output: Done,
  }),
  readdress: endpoint(`PUT ${ASSIGNMENT}/address`, {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary: 'Sends the invitation to another address; links to the old one end',
    input: AddressForm.extend(OfAssignment),
    output: Done,
  }),
  resendLink: endpoint(`POST ${ASSIGNMENT}/link`, {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary: 'Sends a new link to the reviewer; if the old one was forwarded, it ends',
    input: z.strictObject({ ...OfAssignment, forwarded: z.boolean().default(false) }),
    output: Done,
  }),
  extend: endpoint(`PUT ${ASSIGNMENT}/due-date`, {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary: 'Gives a reviewer another date for the report',
    input: ExtensionForm.extend(OfAssignment),
    output: Done,
  }),
  writeToReviewer: endpoint(`POST ${ASSIGNMENT}/messages`, {
    access: 'signed in',
    created: true,
    text: 'long',
    hourly: 'care of reviewers',
    summary: 'Writes to a reviewer, who gets an email and finds the message on the page of their link',
    input: MessageForm.extend(OfAssignment),
    output: Done,
  }),
  remind: endpoint(`POST ${ASSIGNMENT}/reminder`, {
    access: 'signed in',
    hourly: 'care of reviewers',
    summary: 'Reminds a reviewer of the invitation or of the report, at most once a day',
    input: z.strictObject(OfAssignment),
    output: Done,
  }),
  clarify: endpoint(`POST ${ASSIGNMENT}/clarification`, {
    access: 'signed in',
    text: 'long',
    hourly: 'care of reviewers',
    summary: 'Asks a reviewer to clarify a report, which opens again for them',
    input: ClarificationForm.extend(OfAssignment),
    output: Done,
  }),
  enterReport: endpoint(`POST ${ASSIGNMENT}/report`, {
    access: 'signed in',
    created: true,
    text: 'rich',
    hourly: 'care of reviewers',
    summary: 'Enters a report for its reviewer, who is sent a copy',
    input: EnteredReportForm.extend(OfAssignment),
    output: Done,
  }),
  text: endpoint('GET /cases/{id}/versions/{versionId}/files/{fileId}/text', {
    access: 'signed in',
    summary: 'A manuscript as paragraphs of text',
    input: z.strictObject({ ...OfCase, versionId: IdInPath, fileId: IdInPath }),
    output: ManuscriptText,
  }),
  compare: endpoint('GET /cases/{id}/comparison/{before}/{after}', {
    access: 'signed in',
    summary: 'What one file of the manuscript changes in another, word by word',
    input: z.strictObject({ ...OfCase, before: IdInPath, after: IdInPath }),
    output: Comparison,
  }),
  compareWords: endpoint('GET /cases/{id}/versions/{versionId}/words', {
    access: 'signed in',
    summary:
      'What a revision has changed of title, key message, keywords and abstract: before, after, and word by word',
    input: z.strictObject({ ...OfCase, versionId: IdInPath }),
    output: WordsComparison,
  }),
}
