import { z } from 'zod'
import { ACTION_NOUNS, ACTIONS, type Action } from '../domain/actions.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './paging.ts'
import { PAGE_SIZE } from '../domain/page-numbers.ts'
import { absentWhenBlank, choice, Id } from './field-schemas.ts'

const Changed = z.record(z.string(), z.unknown()).nullable()

/** One line of the audit log: who did what, when, to what, and what it changed. */
export const Activity = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** Null for what the program did by itself. */
  actor: z.object({ id: Id, fullName: z.string() }).nullable(),
  action: z.enum(Object.keys(ACTIONS) as [Action, ...Action[]]),
  /** What was acted on, by its name today; null when it is not there any more. */
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
      /** Who did it. */
      actorId: absentWhenBlank(Id.optional()),
      /** What it was done to. */
      subject: absentWhenBlank(Id.optional()),
      /** The first and the last day, in UTC, both included. */
      from: Day,
      to: Day,
    }),
    output: paged(Activity),
  }),
}
