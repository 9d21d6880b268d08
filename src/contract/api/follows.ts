import { z } from 'zod'
import { FOLLOW_ASKED } from '../rules/site/follow-states.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './field-schemas.ts'
import { Email } from './users.ts'

/** Whom the journal writes to, and about what. */
export const FollowForm = z.strictObject({
  email: Email(),
  articleId: Id.nullish()
    .transform((id) => id ?? null)
    .describe('Null or absent: the whole journal.'),
})

const About = z
  .object({ title: z.string().describe('With inline markup, as in articles.'), path: z.string() })
  .nullable()
  .describe('Null: the whole journal.')

/** What the owner of an address sees by the link that was sent to it. */
export const OwnFollow = z.object({
  id: Id,
  email: z.string(),
  about: About,
  isConfirmed: z.boolean().describe('False until its owner has said yes, and after they have stopped it.'),
  others: z
    .array(z.object({ id: Id, about: About }))
    .describe('What else is followed with this address, the newest first.'),
})
export type OwnFollow = z.infer<typeof OwnFollow>

/** Following an article, or the journal, by email. */
export const follows = {
  ask: endpoint('POST /follows', {
    access: 'anyone',
    created: true,
    rate: 'signing up',
    summary:
      'Asks the journal to write to an address about an article, or about all that it publishes; its owner is asked first',
    input: FollowForm,
    output: z.object({ message: z.literal(FOLLOW_ASKED) }),
  }),
  open: endpoint('POST /following/open', {
    access: 'followers',
    rate: 'reading',
    writes: false,
    summary: 'What is followed with the address to which the link was sent',
    output: OwnFollow,
  }),
  confirm: endpoint('POST /following/confirm', {
    access: 'followers',
    hourly: 'answers',
    summary: 'Says yes: from now on the journal writes to this address',
    output: OwnFollow,
  }),
  stop: endpoint('POST /following/stop', {
    access: 'followers',
    hourly: 'answers',
    summary: 'Stops what is named, or all that is followed with this address',
    input: z.strictObject({ id: Id.nullable().describe('Null: all of it.') }),
    output: OwnFollow,
  }),
}
