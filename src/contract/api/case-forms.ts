import { z } from 'zod'
import { AskedQuery, QUERIES_MAX } from './proof-queries.ts'
import { GRIEVANCE_OUTCOMES, RECOMMENDATIONS } from '../rules/peer-review/stages.ts'
import { Id, IdInPath, text } from './field-schemas.ts'
import { answersToAll, ReportText } from './report-draft.ts'
import { REPORT_FILES_MAX } from './review-reports.ts'
import { Email } from './users.ts'

export const REASON_MAX = 2000
export const MESSAGE_MAX = 10_000

const trimmed = (typed: ReturnType<typeof text>, message: string) =>
  typed.transform((value) => value.trim()).pipe(z.string().min(1, message))

const required = (max: number, message: string) => trimmed(text(max), message)

export const OfCase = { id: IdInPath }
export const OfAssignment = { ...OfCase, assignmentId: IdInPath }

const percent = (what: string) =>
  z
    .int(`Please give the ${what} as a whole number`)
    .min(0, 'Please give a number from 0 to 100')
    .max(100, 'Please give a number from 0 to 100')
    .nullable()

export const ScreeningForm = z.strictObject({
  similarityPercent: percent('similarity'),
  aiPercent: percent('share of text by AI'),
})

const typedPercent = (what: string) =>
  z
    .string()
    .max(10)
    .transform((typed) => (typed.trim() === '' ? null : Number(typed)))
    .pipe(percent(what))

/** The same as fields on the screen, which are empty for what has not been checked. */
export const TypedScreeningForm = z.strictObject({
  similarityPercent: typedPercent('similarity'),
  aiPercent: typedPercent('share of text by AI'),
})

export const GuestEditorForm = z.strictObject({ email: Email('Please enter a valid email address') })
export const ReasonForm = z.strictObject({ reason: required(REASON_MAX, 'Please give a reason') })
/** A reason that is needed only if something speaks against it. */
export const AllowanceForm = z.strictObject({
  reason: text(REASON_MAX)
    .nullish()
    .transform((reason) => reason?.trim() || null),
})
export const AddressForm = z.strictObject({ email: Email('Please enter a valid email address') })
export const ExtensionForm = z.strictObject({ dueOn: z.iso.date('Please give the date as YYYY-MM-DD') })
export const ClarificationForm = z.strictObject({
  text: required(MESSAGE_MAX, 'Please say what you would like the reviewer to clarify'),
})
export const MessageForm = z.strictObject({ text: required(MESSAGE_MAX, 'Please write a message') })
export const NoteForm = z.strictObject({ text: required(MESSAGE_MAX, 'Please write a note') })

/** A report that an editor enters for its reviewer: all questions of the journal are answered. */
export const EnteredReportForm = z.strictObject({
  answers: answersToAll('Please choose an answer'),
  toAuthors: trimmed(ReportText, 'Please enter what the reviewer writes to the authors'),
  toEditor: ReportText.optional().transform((value) => value?.trim() ?? ''),
  recommendation: z.enum(RECOMMENDATIONS, 'Please choose a recommendation'),
})
export type EnteredReportForm = z.output<typeof EnteredReportForm>

/** Those of the files of a report that go to the authors, by their ids. */
export const FilesToSend = z.array(Id).max(REPORT_FILES_MAX)

/** A late report as the authors will read it. */
export const ForwardForm = z.strictObject({
  text: trimmed(ReportText, 'Please keep some of the report'),
  changeReason: text(REASON_MAX)
    .nullish()
    .transform((value) => value?.trim() || null)
    .describe('Required if the text is not the reviewer’s own.'),
  files: FilesToSend.default([]).describe('Its files that go with it; all others stay with the editors.'),
  note: required(MESSAGE_MAX, 'Please say why the report comes now').describe('Sent to the author as a message.'),
})

/** Another file in the place of a reviewer’s. */
export const ReplacementForm = z.strictObject({
  fileUrl: z.string('Please upload the file').trim().min(1, 'Please upload the file').max(1000),
})

/** Files of a report that the authors have without them. */
export const GiveFilesForm = z.strictObject({
  files: FilesToSend.min(1, 'Please choose a file'),
  note: required(MESSAGE_MAX, 'Please say why it comes now').describe('Sent to the author as a message.'),
})

export const ProofForm = z.strictObject({
  pdfUrl: z.string('Please upload the proof').trim().min(1, 'Please upload the proof').max(1000),
  queries: z
    .array(AskedQuery)
    .max(QUERIES_MAX)
    .default([])
    .describe('Questions that the authors answer before they approve it.'),
})

/** The answer to an appeal or a complaint, which its author is sent. */
export const GrievanceAnswerForm = z.strictObject({
  outcome: z.enum(GRIEVANCE_OUTCOMES, 'Please choose an outcome'),
  answer: required(MESSAGE_MAX, 'Please write an answer'),
  reopen: z.boolean().default(false).describe('Of an appeal that is upheld: the manuscript returns to review.'),
})
