import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './field-schemas.ts'

/** The longest path that leads on, or is counted. */
export const OLD_PATH_MAX = 300
export const REDIRECTS_MAX = 1_000
const Path = text(OLD_PATH_MAX)

export const OldAddress = z.object({
  from: z.string(),
  to: z.string().describe('Empty if what was there has ended, and nothing has taken its place.'),
  isFixed: z
    .boolean()
    .describe('True for the former address of something of this journal, which leads there for ever.'),
  asked: z.int().describe('How often it was asked for in the last 30 days.'),
})
export type OldAddress = z.infer<typeof OldAddress>

export const OldAddresses = z.object({
  redirects: z.array(OldAddress),
  missed: z
    .array(z.object({ path: z.string(), asked: z.int() }))
    .describe('What readers asked for most in the last 30 days and did not find.'),
})
export type OldAddresses = z.infer<typeof OldAddresses>

export const RedirectForm = z.strictObject({ from: Path, to: Path })

export const redirects = {
  list: endpoint('GET /redirects', {
    access: 'administrators',
    summary: 'The old addresses of the site with where they lead, and what readers did not find',
    output: OldAddresses,
  }),
  save: endpoint('POST /redirects', {
    access: 'administrators',
    summary: 'Lets an address at which there is no page lead to one of the site',
    input: RedirectForm,
    output: z.object({ message: z.string() }),
  }),
  remove: endpoint('DELETE /redirects', {
    access: 'administrators',
    summary: 'Lets an address that an editor has entered lead nowhere again',
    input: z.strictObject({ from: Path }),
    output: z.object({ message: z.string() }),
  }),
}
