import { z } from 'zod'
import type { ListedFunder } from '../rules/articles/funders.ts'
import { rorIn } from '../rules/people/identifiers.ts'
import { endpoint } from './endpoint.ts'
import { line } from './field-schemas.ts'
import { ROWS_AT_ONCE } from './loaded-list.ts'

/** The most suggestions shown under a field. */
export const FUNDERS_SUGGESTED = 8

/** ROR lists some 35,000 funders. */
const FUNDERS_MAX = 500_000

const ROW_MAX = 4000

/** In one text, because a body has few values: id, country, name and other names, between tabs. */
const Row = z
  .string()
  .max(ROW_MAX)
  .transform((row, context): ListedFunder => {
    const [id = '', country = '', name = '', ...otherNames] = row.split('\t')
    const ror = rorIn(id)
    if (!ror || name.trim() === '' || /[\p{Cc}]/u.test(row.replaceAll('\t', ''))) {
      context.addIssue({ code: 'custom', message: 'A row has a ROR ID, a country and a name, between tabs' })
      return z.NEVER
    }
    return { ror, country: country || null, name, otherNames }
  })

/** What is sent of a funder. Of very many names the last are left out. */
export function funderRow({ ror, country, name, otherNames }: ListedFunder): string {
  const cells = [ror, country ?? '', name, ...otherNames].map((cell) => cell.replace(/[\p{Cc}]+/gu, ' ').toWellFormed())
  while (cells.join('\t').length > ROW_MAX) cells.pop()
  return cells.join('\t')
}

const Funder = z.object({ ror: z.string(), name: z.string(), country: z.string().nullable() })

/** Funders by name, so that grants can be recognised elsewhere. Any other name can be typed as well. */
export const funders = {
  suggest: endpoint('GET /funders', {
    access: 'signed in',
    isCached: false,
    summary: `Up to ${FUNDERS_SUGGESTED} funders in whose names every word begins a word, with their ROR IDs`,
    input: z.strictObject({ q: line(200).optional() }),
    output: z.array(Funder),
  }),
  list: endpoint('GET /funders/list', {
    access: 'administrators',
    summary: 'How many funders are suggested, and when their list was loaded',
    output: z.object({
      listed: z.int(),
      loadedAt: z.iso.datetime().nullable().describe('Null: only those that come with the program are known.'),
    }),
  }),
  load: endpoint('POST /funders/list', {
    access: 'administrators',
    text: 'rich',
    summary: `Adds rows to the list of funders, at most ${ROWS_AT_ONCE} at once. With the last, rows of earlier loads are dropped`,
    input: z.strictObject({
      startedAt: z.iso.datetime().describe('The same for all rows of one list.'),
      total: z
        .int()
        .min(1)
        .max(FUNDERS_MAX)
        .nullable()
        .describe('With the last rows: how many different funders the list has. Null: more rows come.'),
      rows: z.array(Row).max(ROWS_AT_ONCE),
    }),
    output: z.object({ message: z.string(), listed: z.int() }),
  }),
}
