import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EMAIL_KINDS, EMAIL_STATES } from '../domain/email-kinds.ts'
import { paged, paging } from './paging.ts'
import { PAGE_SIZE } from '../domain/page-numbers.ts'
import { choice, Id } from './field-schemas.ts'

/**
 * An email that the journal has sent or will send. Secrets meant only for the recipient are left out of the
 * text.
 */
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
  /** Why the last attempt failed, in the mail server's words. */
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
      /** False if no mail server is configured: emails are queued until one is. */
      delivering: z.boolean(),
    }),
  }),
}
