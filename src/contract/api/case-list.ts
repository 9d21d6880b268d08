import { z } from 'zod'
import { SEARCH_MAX } from '../rules/articles/article-policy.ts'
import { CASE_SCOPES } from '../rules/peer-review/stages.ts'
import { CASE_ACTIONS, CASE_GROUPS, type CaseAction } from '../rules/peer-review/next-step.ts'
import { REPORT_MARKS } from '../rules/peer-review/report-marks.ts'
import { endpoint } from './endpoint.ts'
import { absentWhenBlank, choice, Id, line } from './field-schemas.ts'

const actions = Object.keys(CASE_ACTIONS) as [CaseAction, ...CaseAction[]]

/** What the journal may lack: a category, an editor for each manuscript, a volume, its editorial board. */
export const MISSING = ['categories', 'editors', 'volumes', 'board'] as const

/** A case on a list, with what is next and why. */
export const CaseLine = z.object({
  articleId: Id,
  number: z.string().describe('Of the manuscript, `2026-041`; of what was invented to try things on, `S-03`.'),
  title: z.string().describe('With markup, like the title of an article.'),
  author: z.string().describe('Family name of the first author.'),
  editor: z.string().nullable().describe('Who handles the case; null: nobody has taken it yet.'),
  group: z.enum(CASE_GROUPS),
  action: z.enum(actions).nullable().describe('What the editor does next.'),
  system: z.string().nullable().describe('What happens without the editor, in words.'),
  reason: z.string(),
  alert: z.boolean().describe('True if something is wrong.'),
  undo: z
    .object({ decisionId: Id, until: z.iso.datetime() })
    .nullable()
    .describe('The last decision, while its letter waits.'),
  waitingDays: z.number().int().nullable().describe('Since this step is the next one; null once the case is closed.'),
  promise: z
    .object({
      state: z.enum(['running', 'soon', 'over', 'kept', 'broken']),
      day: z.number().int(),
      days: z.number().int(),
    })
    .nullable(),
  marks: z.array(z.enum(REPORT_MARKS)).describe('One for each reviewer of the last round who matters.'),
  reports: z.object({ in: z.number().int(), of: z.number().int() }).nullable(),
})
export type CaseLine = z.infer<typeof CaseLine>

const Lines = z.array(CaseLine).describe('By group, in each the most overdue first.')

/** Cases of one editor, beside figures of the journal. Cases on which the caller is recused count in none of them. */
export const Today = z.object({
  today: z.string(),
  scope: z.enum(CASE_SCOPES),
  lines: Lines,
  limited: z.boolean().describe('True if there are more cases than are listed.'),
  counts: z
    .object({ mine: z.number().int(), all: z.number().int() })
    .describe('Of all lines, whatever is searched for.'),
  missing: z
    .array(z.enum(MISSING))
    .describe('What the journal cannot do without, and does not have; empty of a journal that is set up.'),
  samples: z
    .enum(['none', 'counted', 'uncounted'])
    .describe(
      'Whether there is anything invented, and whether figures count it: only while nothing else has been sent.',
    ),
  nextReportOn: z.string().nullable().describe('The day on which the next report is due.'),
  figures: z.object({
    medianDays: z.number().nullable().describe('From receipt to the first decision, of this year’s decisions.'),
    onTimePercent: z.number().int().nullable(),
    decided: z.number().int().describe('First decisions after review this year.'),
    open: z.number().int(),
  }),
})
export type Today = z.infer<typeof Today>

export const caseList = {
  today: endpoint('GET /cases', {
    access: 'case editors',
    summary: 'Open cases of peer review that the caller edits, and those closed this week, with what is next',
    input: z.strictObject({
      scope: choice(CASE_SCOPES),
      /** Beginnings of words in title or names, or a part of the number. */
      q: absentWhenBlank(line(SEARCH_MAX).optional()),
    }),
    output: Today,
  }),
  count: endpoint('GET /cases/count', {
    access: 'case editors',
    summary: 'How many of the caller’s cases and requests about articles need them now',
    output: z.object({ act: z.number().int() }),
  }),
  asGuest: endpoint('GET /cases/mine-as-guest', {
    access: 'signed in',
    summary: 'The cases that the caller has been asked to edit without being an administrator',
    output: z.object({ lines: Lines }),
  }),
}
