import { z } from 'zod'
import { IdInPath, line, text } from './field-schemas.ts'

/** Questions at passages of a proof, which the authors answer before they approve it. */
export const QUERIES_MAX = 50
export const QUERY_REQUIRED = 'Please write the question, or remove it'
export const QUERY_ANSWER_REQUIRED = 'Please write an answer'
export const QUERY_PAGE_INVALID = 'Please give the page as a number'
export const QUERIES_OPEN = 'Please answer every question first.'
export const QUERY_OVER = 'This proof has been answered. Its questions cannot be answered any more.'
export const QUERY_NOT_ANSWERED = 'The authors have not answered this question yet.'

/** As the editor puts it. */
export const AskedQuery = z.strictObject({
  page: z.int(QUERY_PAGE_INVALID).min(1, QUERY_PAGE_INVALID).max(9999, QUERY_PAGE_INVALID).nullish(),
  anchor: line(300).default('').describe('The words of the passage.'),
  question: text(1000)
    .transform((words) => words.trim())
    .pipe(z.string().min(1, QUERY_REQUIRED)),
})

/** As editors and authors see it. */
export const ProofQuery = z.object({
  position: z.int(),
  page: z.int().nullable().describe('Null where the question is about the whole.'),
  anchor: z.string(),
  question: z.string(),
  answer: z.string().nullable(),
  isSettled: z.boolean().describe('An editor has acted on the answer, and it cannot be changed any more.'),
})
export type ProofQuery = z.infer<typeof ProofQuery>

export const QueryAnswer = z.strictObject({
  proofId: IdInPath,
  position: z.coerce.number().int().min(0).max(QUERIES_MAX),
  answer: text(2000)
    .transform((words) => words.trim())
    .pipe(z.string().min(1, QUERY_ANSWER_REQUIRED)),
})
