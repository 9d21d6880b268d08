import { z } from 'zod'
import { ACTION_NOUNS, ACTIONS, type Action } from '../rules/accounts/actions.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './paging.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { absentWhenBlank, choice, Id } from './field-schemas.ts'

const Changed = z.record(z.string(), z.unknown()).nullable()

/** An audit log entry: who did what to what, when, and what changed. */
export const Activity = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** Null for actions by the system itself. */
  actor: z.object({ id: Id, fullName: z.string() }).nullable(),
  action: z.enum(Object.keys(ACTIONS) as [Action, ...Action[]]),
  /** Current name of the subject; null when it no longer exists. */
  subject: z.object({ id: z.string(), name: z.string().nullable() }),
  before: Changed,
  after: Changed,
})
export type Activity = z.infer<typeof Activity>

const Day = absentWhenBlank(z.iso.date('Please give the date as YYYY-MM-DD').optional())

export const activity = {
  list: endpoint({
    method: 'GET',
    path: '/activity',
    access: 'administrators',
    summary: 'The audit log, newest first',
    input: z.strictObject({
      ...paging(PAGE_SIZE.activity),
      about: choice(ACTION_NOUNS),
      /** The actor. */
      actorId: absentWhenBlank(Id.optional()),
      /** The subject. */
      subject: absentWhenBlank(Id.optional()),
      /** First and last day, in UTC, both inclusive. */
      from: Day,
      to: Day,
    }),
    output: paged(Activity),
  }),
}
