import { z } from 'zod'
import { NATURES } from '../rules/articles/retracted-references.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './field-schemas.ts'

/** So many rows are sent at once: far below the size of a body. */
export const ROWS_AT_ONCE = 2_000
/** The list has some 65,000 rows; one of ten times as many is another file. */
export const LISTED_MAX = 1_000_000
/** Citing articles that are listed. */
export const CITING_MAX = 500

const Nature = z.enum(NATURES)
const Day = z.iso.date()

const Row = z.strictObject({
  doi: z
    .string()
    .max(220)
    .regex(/^10\.\d{4,9}\/\S+$/, 'A DOI looks like 10.5555/abc')
    .transform((doi) => doi.toLowerCase()),
  nature: Nature,
  on: Day.nullable(),
})

/** A published article, and its references that have been retracted or are doubted. */
export const CitingArticle = z.object({
  id: Id,
  /** With inline markup. */
  title: z.string(),
  references: z.array(
    z.object({ position: z.int(), doi: z.string(), text: z.string(), nature: Nature, on: Day.nullable() }),
  ),
})
export type CitingArticle = z.infer<typeof CitingArticle>

export const retractedReferences = {
  list: endpoint('GET /retracted-references', {
    access: 'administrators',
    summary: `The list of retracted articles that references are compared with, and the published articles that cite one: the newest ${CITING_MAX}`,
    output: z.object({
      listed: z.int(),
      loadedAt: z.iso.datetime().nullable().describe('Null: none has been loaded.'),
      articles: z.array(CitingArticle),
    }),
  }),
  load: endpoint('POST /retracted-references', {
    access: 'administrators',
    text: 'report',
    summary: `Adds rows to the list of retracted articles, at most ${ROWS_AT_ONCE} at once. With the last, rows of earlier loads are dropped`,
    input: z.strictObject({
      startedAt: z.iso.datetime().describe('The same for all rows of one list.'),
      isLast: z.boolean(),
      rows: z.array(Row).max(ROWS_AT_ONCE),
    }),
    output: z.object({ message: z.string(), listed: z.int() }),
  }),
}
