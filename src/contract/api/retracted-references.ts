import { z } from 'zod'
import { NATURES, type RetractedDoi } from '../rules/articles/retracted-references.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './field-schemas.ts'
import { ROWS_AT_ONCE } from './loaded-list.ts'

/** The list has some 65,000 rows; one of ten times as many is another file. */
export const LISTED_MAX = 1_000_000
/** Citing articles that are listed. */
export const CITING_MAX = 500

const Nature = z.enum(NATURES)
const Day = z.iso.date()

/** In one text, because a body has few values: 'retraction 2021-03-21 10.5555/abc', or a hyphen for no day. */
const Row = z
  .string()
  .max(240)
  .regex(/^\w+ \S+ 10\.\d{4,9}\/\S+$/, 'A row looks like: retraction 2021-03-21 10.5555/abc')
  .transform((row) => {
    const [nature, on, doi] = row.split(' ') as [string, string, string]
    return { nature, on: on === '-' ? null : on, doi: doi.toLowerCase() }
  })
  .pipe(z.strictObject({ nature: Nature, on: Day.nullable(), doi: z.string() }))

/** What is sent of an article that the list names. */
export const rowOf = ({ nature, on, doi }: RetractedDoi): string => `${nature} ${on ?? '-'} ${doi}`

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
      total: z
        .int()
        .min(1)
        .max(LISTED_MAX)
        .nullable()
        .describe('With the last rows: how many different DOIs the list has. Null: more rows come.'),
      rows: z.array(Row).max(ROWS_AT_ONCE),
    }),
    output: z.object({ message: z.string(), listed: z.int() }),
  }),
}
