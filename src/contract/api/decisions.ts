import { z } from 'zod'
import { LETTER_MAX } from '../rules/peer-review/decision-letter.ts'
import { DECISION_KINDS, LETTER_KINDS, RECOMMENDATIONS, CASE_STAGES } from '../rules/peer-review/stages.ts'
import { FilesToSend } from './case-forms.ts'
import { CaseReportFile } from './case-view.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, text } from './field-schemas.ts'
import { requiredReportText } from './report-draft.ts'
import { WithheldPerson } from './review-reports.ts'

const At = z.iso.datetime()
const Day = z.string().describe('YYYY-MM-DD')

export const REASON_MAX = 2_000
/** No round has nearly as many. */
const REPORTS_MAX = 50

const Choice = z.object({
  kind: z.enum(LETTER_KINDS),
  about: z.string().describe('What the decision means, and what speaks for or against it.'),
  letter: z.string().describe('The letter to the authors, filled in.'),
  revisionDueOn: Day.nullable().describe('The usual day; null if the decision asks for no revision.'),
})
export type DecisionChoice = z.infer<typeof Choice>

export const ReportToDecideOn = z.object({
  id: Id,
  label: z.string().describe('What authors know the reviewer by.'),
  reviewer: z.string().describe('The reviewer’s name; empty once erased.'),
  recommendation: z.enum(RECOMMENDATIONS),
  toAuthors: z.string(),
  toEditor: z.string().describe('What the reviewer wrote to the editor alone.'),
  conflicts: z
    .array(z.object({ text: z.string().nullable(), waivedReason: z.string().nullable() }))
    .describe('The conflicts of interest that the reviewer, or a colleague who helps, has declared in any round.'),
  answers: z.string().describe('In one line.'),
  isOfEarlierRound: z.boolean().describe('It came after the decision of its round.'),
  isBeingClarified: z.boolean(),
  submittedAt: At,
  files: z.array(CaseReportFile),
})
export type ReportToDecideOn = z.infer<typeof ReportToDecideOn>

/** So many files can go with a letter. */
export const LETTER_FILES_MAX = 3

/** A file that an editor sends with the letter of a decision. */
export const LetterFile = z.object({
  id: Id,
  url: z.string().describe('Of the copy without names, as the authors get it.'),
  name: z.string().describe('For the authors.'),
  bytes: z.int(),
  look: z.string().nullable().describe('Why its editor has to look at the copy before it is sent.'),
})
export type LetterFile = z.infer<typeof LetterFile>

export const TOO_MANY_LETTER_FILES = `You can attach up to ${LETTER_FILES_MAX} files. Please remove one first.`
export const LETTER_FILE_TYPE = 'Please attach a PDF, DOCX or XLSX'
export const LETTER_FILES_CHANGED =
  'The files of this letter have changed since you opened this page. Please look at them before you decide.'
export const LETTER_FILE_ON_ITS_WAY = 'Please wait until the file is attached, or cancel it'
export const COPY_TO_BE_LOOKED_AT = 'Please look at the copy first'
export const LETTER_FILE_OUTDATED = (name: string): string =>
  `The reviewers have changed since ${name} was attached, so it was not searched for all their names. Please remove it and attach it again.`

export const SentDecision = z.object({
  id: Id,
  kind: z.enum(DECISION_KINDS),
  decidedBy: z.string(),
  decidedAt: At,
  revisionDueOn: Day.nullable(),
  letterAt: At.describe('When the letter is sent.'),
  undoSeconds: z.int().describe('How long it can still be undone; 0 if it no longer can.'),
  recipients: z.object({ authors: z.int(), reporters: z.int(), cancelled: z.int() }),
})
export type SentDecision = z.infer<typeof SentDecision>

export const PreparedDecision = z.object({
  articleId: Id,
  number: z.string(),
  title: z.string().describe('With `<i>`, `<sub>` and `<sup>` as markup.'),
  titleText: z.string(),
  latinNames: z.array(z.string()).describe('What the letter shows in italics, as title and abstract do.'),
  authors: z.string(),
  receivedOn: Day,
  promisedOn: Day,
  isFirstDecision: z.boolean(),
  stage: z.enum(CASE_STAGES),
  choices: z.array(Choice).describe('Empty if there is nothing to decide.'),
  reports: z.array(ReportToDecideOn),
  files: z.array(LetterFile).describe('What the caller has attached to the letter.'),
  waitingFor: z.array(z.string()).describe('The names of reviewers who have been asked and have not reported.'),
  concerns: z.array(z.string()).describe('Why it should not be accepted without a reason that is printed.'),
  withheld: z
    .array(WithheldPerson)
    .describe('Everybody who takes part in the review: what the authors get is searched for them.'),
  last: SentDecision.nullable().describe('The last decision that stands.'),
})
export type PreparedDecision = z.infer<typeof PreparedDecision>

export const EXCEPTION_REQUIRED = 'Please give the reason, which is printed with the article'
export const CHANGE_REASON_REQUIRED = 'Please say why you have changed the reviewer’s words'

export const DecisionForm = z.strictObject({
  kind: z.enum(LETTER_KINDS, 'Please choose a decision'),
  letter: text(LETTER_MAX).refine((letter) => letter.trim() !== '', 'Please write the letter to the authors'),
  revisionDueOn: z.iso
    .date('Please choose a date')
    .nullish()
    .transform((day) => day ?? null),
  exceptionReason: text(REASON_MAX)
    .nullish()
    .transform((reason) => reason?.trim() || null),
  releases: z
    .array(
      z.strictObject({
        reportId: Id,
        text: requiredReportText('A report that is sent cannot be empty'),
        changeReason: text(REASON_MAX)
          .nullish()
          .transform((reason) => reason?.trim() || null),
        files: FilesToSend.describe('Its files that go with it; all others stay with the editors.'),
      }),
    )
    .max(REPORTS_MAX)
    .refine(
      (releases) => new Set(releases.map(({ reportId }) => reportId)).size === releases.length,
      'Each report can be sent once',
    ),
  files: z
    .array(z.strictObject({ id: Id, looked: z.boolean().describe('True if the editor has looked at the copy.') }))
    .max(LETTER_FILES_MAX)
    .default([])
    .describe('All files that the editor has attached to the letter.'),
  seenReports: z.array(Id).max(REPORTS_MAX).describe('All reports that the editor has seen.'),
})
export type DecisionForm = z.input<typeof DecisionForm>

const Letter = z.object({
  kind: z.enum(LETTER_KINDS),
  name: z.string(),
  about: z.string(),
  file: z.string().describe('The path of its template in the journal’s installation.'),
  text: z.string().describe('Made from example values.'),
})

/** A decision on a manuscript by one of its editors; `id` is the article's. */
export const decisions = {
  prepare: endpoint('GET /cases/{id}/decisions/prepare', {
    access: 'signed in',
    summary: 'The decisions that are possible now, with their letters and the reports',
    input: z.strictObject({ id: IdInPath }),
    output: PreparedDecision,
  }),
  decide: endpoint('POST /cases/{id}/decisions', {
    access: 'signed in',
    hourly: 'decisions',
    summary: 'Decide on a manuscript; the letter waits for ten minutes',
    text: 'rich',
    input: DecisionForm.extend({ id: IdInPath }),
    output: SentDecision,
  }),
  attachFile: endpoint('POST /cases/{id}/letter-files', {
    access: 'signed in',
    created: true,
    hourly: 'letter files',
    summary: 'Attaches a copy without names of an upload of the caller to the letter of the next decision',
    input: z.strictObject({ id: IdInPath, fileUrl: z.string().max(1000) }),
    output: LetterFile,
  }),
  removeFile: endpoint('POST /cases/{id}/letter-files/{fileId}/removal', {
    access: 'signed in',
    hourly: 'letter files',
    summary: 'Removes a file from a letter that has not been sent; answers those that are left',
    input: z.strictObject({ id: IdInPath, fileId: IdInPath }),
    output: z.array(LetterFile),
  }),
  undo: endpoint('POST /cases/{id}/decisions/{decisionId}/undo', {
    access: 'signed in',
    hourly: 'decisions',
    summary: 'Undo a decision while its letter waits',
    input: z.strictObject({ id: IdInPath, decisionId: IdInPath }),
    output: z.object({}),
  }),
  letters: endpoint('GET /decisions/letters', {
    access: 'administrators',
    summary: 'The letters of decisions, with example values',
    output: z.array(Letter),
  }),
}
