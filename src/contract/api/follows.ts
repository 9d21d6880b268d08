import { z } from 'zod'
import { FOLLOW_SCOPES, needsId, RHYTHMS, type Rhythm } from '../rules/site/follow-scopes.ts'
import { FOLLOW_ASKED, isFollowedId } from '../rules/site/follow-states.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './field-schemas.ts'
import { Email } from './users.ts'

const Scope = z.enum(FOLLOW_SCOPES)
const RhythmWord = z.enum(Object.keys(RHYTHMS) as [Rhythm, ...Rhythm[]])

/** So many things can be asked for at once: all categories of a journal, and more. */
export const ASKED_MAX = 40

const Followed = z
  .strictObject({
    scope: Scope,
    id: z
      .string()
      .max(240)
      .refine(isFollowedId, 'This cannot be followed')
      .nullish()
      .transform((id) => id ?? null)
      .describe(
        'The id of an article or a category, or what the address of an author’s or a keyword’s page ends in; null for the rest.',
      ),
  })
  .refine(({ scope, id }) => needsId(scope) === (id !== null), 'This cannot be followed')

/** Whom the journal writes to, about what, and how often. */
export const FollowForm = z.strictObject({
  email: Email(),
  about: z
    .array(Followed)
    .min(1, 'Please choose what you want to follow')
    .max(ASKED_MAX, `Please choose at most ${ASKED_MAX}`)
    .default([{ scope: 'articles', id: null }])
    .describe('Absent: every new article.'),
  rhythm: RhythmWord.default('daily').describe('Of all but a single article.'),
})

const About = z.object({
  scope: Scope,
  title: z.string().describe('With inline markup, as in articles.'),
  path: z.string(),
  rhythm: RhythmWord,
})
export type FollowedThing = z.infer<typeof About>

/** What the owner of an address sees by the link that was sent to it. */
export const OwnFollow = z.object({
  id: Id,
  email: z.string(),
  about: About,
  with: z.array(About).describe('What was asked for together with it, and is confirmed with it.'),
  isConfirmed: z.boolean().describe('False until its owner has said yes, and after they have stopped it.'),
  others: z
    .array(z.object({ id: Id, about: About }))
    .describe('What else is followed with this address, the newest first.'),
})
export type OwnFollow = z.infer<typeof OwnFollow>

/** Following an article, the journal or a part of it, by email. */
export const follows = {
  ask: endpoint('POST /follows', {
    access: 'anyone',
    created: true,
    rate: 'signing up',
    summary: 'Asks the journal to write to an address about what is named; its owner is asked first',
    input: FollowForm,
    output: z.object({ message: z.literal(FOLLOW_ASKED) }),
  }),
  counts: endpoint('GET /follows/counts', {
    access: 'administrators',
    summary: 'How many addresses follow what; nobody learns which',
    output: z.object({
      addresses: z.int(),
      byScope: z.array(z.object({ scope: Scope, addresses: z.int() })),
    }),
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
