import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EMAIL_KINDS, EMAIL_STATES } from '../domain/email-kinds.ts'
import { paged, paging } from './paging.ts'
import { PAGE_SIZE } from '../domain/page-numbers.ts'
import { choice, Id } from './field-schemas.ts'

/** A mail of the journal, waiting or sent. What only its receiver may know is not in its text here. */
export const OutgoingEmail = z.object({
  id: Id,
  kind: z.enum(EMAIL_KINDS),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  attempts: z.number().int(),
  nextTryAt: z.iso.datetime(),
  /** Why the last try failed, in the mail server's words. */
  lastError: z.string().nullable(),
})
export type OutgoingEmail = z.infer<typeof OutgoingEmail>

export const emails = {
  list: endpoint({
    method: 'GET',
    path: '/emails',
    access: 'administrators',
    summary: 'The emails of the journal, newest first',
    input: z.strictObject({ ...paging(PAGE_SIZE.activity), state: choice(EMAIL_STATES) }),
    output: paged(OutgoingEmail).extend({
      /** False when no mail server is set up: mails are kept until one is. */
      delivering: z.boolean(),
    }),
  }),
}
