import { z } from 'zod'
import { CASE_STAGES } from '../rules/peer-review/stages.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './paging.ts'

const Day = z.iso.date()

/** A manuscript as an observer sees it: no file, no address, no reviewer, and nothing before its authors know it. */
export const ObservedCase = z.object({
  number: z.string(),
  title: z.string().describe('With markup, like the title of an article.'),
  category: z.string(),
  stage: z.enum(CASE_STAGES).describe('As its authors know it.'),
  receivedOn: Day,
  firstDecisionOn: Day.nullable().describe('When the letter was sent.'),
  acceptedOn: Day.nullable(),
  publishedOn: Day.nullable(),
})
export type ObservedCase = z.infer<typeof ObservedCase>

const Area = z.object({
  id: z.string(),
  title: z.string(),
  values: z.array(z.object({ label: z.string(), value: z.string().describe('In words; several lines for a list.') })),
})
export type ObservedArea = z.infer<typeof Area>

/** What observers read: stages and dates of manuscripts, and what the journal has chosen. */
export const observing = {
  cases: endpoint('GET /observing/cases', {
    access: 'observers',
    summary: 'The manuscripts of the journal with their stages and dates, those received last first',
    input: z.strictObject(paging(PAGE_SIZE.observed)),
    output: paged(ObservedCase),
  }),
  settings: endpoint('GET /observing/settings', {
    access: 'observers',
    summary: 'The settings that are in force, in words: no drafts, and no texts',
    output: z.object({ areas: z.array(Area) }),
  }),
}
