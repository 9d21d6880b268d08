import { z } from 'zod'
import { REPORT_FILE_STATES } from '../rules/peer-review/report-files.ts'
import { RECOMMENDATIONS } from '../rules/peer-review/stages.ts'
import { endpoint } from './endpoint.ts'
import { Id, seenRevision, text } from './field-schemas.ts'
import {
  answersToAll,
  ReportDraft,
  ReportText,
  requiredReportText,
  SavedDraft,
  WORKED_WITH_MAX,
} from './report-draft.ts'

/** So many files can come with a report. */
export const REPORT_FILES_MAX = 3

export const ANSWER_REQUIRED = 'Please choose an answer'
export const TO_AUTHORS_REQUIRED = 'Please write your report to the authors'
export const RECOMMENDATION_REQUIRED = 'Please choose a recommendation'
export const NO_AI_REQUIRED = 'Please confirm that you wrote this report without AI tools'
export const NEWER_DRAFT = 'This report was changed on another device. Please choose which version to keep.'
export const TOO_MANY_FILES = `You can attach up to ${REPORT_FILES_MAX} files. Please remove one first.`
export const REVIEWER_SENDS = 'Only the reviewer who was invited can send the report and attach files.'
export const COLLEAGUE_NOT_CONFIRMED = 'Please confirm first that you help with this report.'
export const REPORT_NOT_EXPECTED = 'This report can no longer be changed.'

/** A report as it is sent: nothing is missing. */
export const NewReport = z.strictObject({
  answers: answersToAll(ANSWER_REQUIRED),
  toAuthors: requiredReportText(TO_AUTHORS_REQUIRED),
  toEditor: ReportText.default(''),
  recommendation: z.enum(RECOMMENDATIONS, RECOMMENDATION_REQUIRED),
  noAi: z.literal(true, NO_AI_REQUIRED),
  workedWith: text(WORKED_WITH_MAX).default(''),
  /** The draft from which it was made; a newer one refuses it. */
  revision: seenRevision().optional(),
})

/**
 * Where a report is for the person who writes it. `late`: the decision came first, and the report is still
 * taken.
 */
export const WRITING_STATES = ['open', 'late', 'sent', 'closed'] as const
export type WritingState = (typeof WRITING_STATES)[number]

export const ReportFile = z.object({
  id: Id,
  name: z.string(),
  bytes: z.int(),
  /** Whether the authors can have a copy without names. */
  state: z.enum(REPORT_FILE_STATES),
  /** The name of that copy. */
  nameForAuthors: z.string(),
})
export type ReportFile = z.infer<typeof ReportFile>

/** Whose names, addresses and affiliations must not be in what authors read. */
export const WithheldPerson = z.object({
  names: z.array(z.string()),
  emails: z.array(z.string()),
  orcids: z.array(z.string()),
  affiliations: z.array(z.string()),
})

export const ReportInWriting = z.object({
  assignmentId: Id,
  /** The letter by which the authors know the reviewer. */
  label: z.string(),
  state: z.enum(WRITING_STATES),
  /** False for a colleague who helps. */
  maySend: z.boolean(),
  /** What the editor asks to be clarified in a report that came back. */
  clarify: z.string().nullable(),
  draft: SavedDraft.nullable(),
  files: z.array(ReportFile),
  /** The people who write it: what names them should not be in the text for the authors. */
  withheld: z.array(WithheldPerson),
})
export type ReportInWriting = z.infer<typeof ReportInWriting>

/** The report of a reviewer, through their link: it is written, kept and sent. */
export const reviewReports = {
  draft: endpoint('POST /review/draft', {
    access: 'reviewers',
    rate: 'saving',
    summary: 'The report of a review link as far as it has been written, with its files',
    output: ReportInWriting,
  }),
  saveDraft: endpoint('POST /review/draft/save', {
    access: 'reviewers',
    rate: 'saving',
    text: 'report',
    hourly: 'drafts',
    summary: 'Keeps a draft; 409 with the newer one if another device has saved since `revision`',
    input: z.strictObject({ content: ReportDraft, revision: seenRevision() }),
    output: z.object({ revision: z.int(), savedAt: z.iso.datetime() }),
  }),
  upload: endpoint('POST /review/report-files', {
    access: 'reviewers',
    rate: 'uploading',
    created: true,
    upload: 'file',
    hourly: 'report files',
    summary: 'Attaches a file to a report; a copy without names is made for the authors',
    output: ReportFile,
  }),
  removeFile: endpoint('POST /review/report-files/remove', {
    access: 'reviewers',
    summary: 'Removes a file from a report that has not been sent',
    input: z.strictObject({ id: Id }),
    output: z.array(ReportFile),
  }),
  send: endpoint('POST /review/report', {
    access: 'reviewers',
    text: 'report',
    hourly: 'reports',
    summary: 'Sends a report; sending the same one again answers the first',
    input: NewReport,
    output: z.object({ version: z.int(), sentAt: z.iso.datetime(), late: z.boolean() }),
  }),
}
