import { z } from 'zod'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { USAGE_MONTHS_MAX, USAGE_REPORTS, monthsBetween } from '../rules/site/usage.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './field-schemas.ts'
import { paged, paging } from './paging.ts'

const Count = z.int().nonnegative()

export const ArticleUsage = z.object({
  views: Count.describe('Of the page.'),
  downloads: Count.describe('Of the PDF.'),
  until: z.iso.date().describe('The last day that is counted.'),
})
export type ArticleUsage = z.infer<typeof ArticleUsage>

const Month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Please give a month as YYYY-MM')

interface Period {
  from: string
  to: string
}

const IN_ORDER = { path: ['to'], error: 'The last month is before the first' }
const isInOrder = ({ from, to }: Period) => from <= to
const NOT_TOO_LONG = { path: ['from'], error: `Please choose at most ${USAGE_MONTHS_MAX} months` }
const isNotTooLong = ({ from, to }: Period) => monthsBetween(from, to).length <= USAGE_MONTHS_MAX

export const Counts = z.object({
  views: Count,
  downloads: Count,
  totalInvestigations: Count,
  uniqueInvestigations: Count,
  totalRequests: Count,
  uniqueRequests: Count,
})
export type Counts = z.infer<typeof Counts>

export const usage = {
  article: endpoint('GET /posts/{id}/usage', {
    access: 'anyone',
    summary: 'How often the page and the PDF of a public article were opened; null before the first full day',
    input: z.strictObject({ id: IdInPath }),
    output: ArticleUsage.nullable(),
  }),
  viewed: endpoint('POST /posts/{id}/viewed', {
    access: 'anyone',
    rate: 'reading',
    writes: false,
    summary: 'Counts a view of an article’s page that a browser has shown without asking the server for it',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({}),
  }),
  overview: endpoint('GET /usage', {
    access: 'administrators',
    summary: 'The use of the journal by month, and of its articles, the most used first',
    input: z
      .strictObject({ from: Month, to: Month, ...paging(PAGE_SIZE.admin) })
      .refine(isInOrder, IN_ORDER)
      .refine(isNotTooLong, NOT_TOO_LONG),
    output: paged(Counts.extend({ id: Id, title: z.string(), isPublic: z.boolean() })).extend({
      months: z.array(Counts.extend({ month: Month })),
      total: Counts,
      chart: z.string().describe('The months as a drawing: SVG without styles or scripts.'),
    }),
  }),
  report: endpoint('GET /usage/reports/{report}', {
    access: 'administrators',
    summary: 'A report of COUNTER 5.1, as JSON or as a table (CSV)',
    input: z
      .strictObject({ from: Month, to: Month, report: z.enum(USAGE_REPORTS), format: z.enum(['json', 'csv']) })
      .refine(isInOrder, IN_ORDER)
      .refine(isNotTooLong, NOT_TOO_LONG),
    output: z.object({ name: z.string(), mediaType: z.string(), text: z.string() }),
  }),
}
