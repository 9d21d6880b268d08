import { z } from 'zod'
import { journal } from '../journal.ts'
import { ANSWERS, RECOMMENDATIONS } from '../rules/peer-review/stages.ts'
import { text } from './field-schemas.ts'

export const REPORT_TEXT_MAX = 50_000
/** What a reviewer writes to the authors or to the editor, wherever it is typed, saved or sent on: of one length. */
export const ReportText = text(REPORT_TEXT_MAX)
/** The same where something must be said. It is sent as it was typed. */
export const requiredReportText = (message: string) => ReportText.refine((words) => words.trim() !== '', message)
export const WORKED_WITH_MAX = 300
/** More answers than any form has questions. */
const ANSWERS_MAX = 50

/**
 * An answer to every question that the journal asks now; `missing` is the message of those that were left out. Answers to
 * questions that it has ceased to ask since the form was opened are left out: they must not keep anyone from sending.
 */
export const answersToAll = (missing: string) =>
  z
    .record(z.string(), z.enum(ANSWERS, missing))
    .superRefine((answers, context) => {
      for (const { id } of journal().review.questions)
        if (!Object.hasOwn(answers, id)) context.addIssue({ code: 'custom', path: [id], message: missing })
    })
    .transform((answers) =>
      Object.fromEntries(
        journal().review.questions.flatMap(({ id }) =>
          Object.hasOwn(answers, id) ? [[id, answers[id]!] as const] : [],
        ),
      ),
    )

/** A report while it is being written, as a device sends it. It is stored as it was typed. */
export const ReportDraft = z.strictObject({
  answers: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,49}$/), z.enum(ANSWERS))
    .refine((answers) => Object.keys(answers).length <= ANSWERS_MAX),
  toAuthors: ReportText,
  toEditor: ReportText,
  recommendation: z.enum(RECOMMENDATIONS).nullable(),
  noAi: z.boolean(),
  workedWith: text(WORKED_WITH_MAX),
})

/** A draft that the journal keeps. `revision` is incremented by every save. */
export const SavedDraft = z.object({
  content: z.object({
    answers: z.record(z.string(), z.enum(ANSWERS)),
    toAuthors: z.string(),
    toEditor: z.string(),
    recommendation: z.enum(RECOMMENDATIONS).nullable(),
    noAi: z.boolean(),
    workedWith: z.string(),
  }),
  revision: z.int(),
  savedAt: z.iso.datetime(),
})
export type SavedDraft = z.infer<typeof SavedDraft>
