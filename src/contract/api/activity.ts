import { z } from 'zod'
import { type Action, ACTION_NOUNS, ACTIONS } from '../rules/accounts/actions.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { EMAIL_KINDS, EMAIL_STATES } from '../rules/site/email-kinds.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './paging.ts'
import { absentWhenBlank, choice, Id, IdInPath } from './field-schemas.ts'

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
  list: endpoint('GET /activity', {
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

/** A kind of email: what it is for, and the file of its text. */
export const EmailKindDescription = z.object({
  kind: z.enum(EMAIL_KINDS),
  name: z.string(),
  to: z.string(),
  when: z.string(),
  /** The path of its template in the journal's installation. */
  file: z.string(),
})
export type EmailKindDescription = z.infer<typeof EmailKindDescription>

/** An email of a kind, made from example values. */
export const EmailPreview = EmailKindDescription.extend({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type EmailPreview = z.infer<typeof EmailPreview>

export const emails = {
  list: endpoint('GET /emails', {
    access: 'administrators',
    summary: 'The emails of the journal, newest first',
    input: z.strictObject({ ...paging(PAGE_SIZE.activity), state: choice(EMAIL_STATES) }),
    output: paged(OutgoingEmail).extend({
      /** False if no mail server is configured: emails are queued until one is. */
      delivering: z.boolean(),
    }),
  }),
  kinds: endpoint('GET /emails/kinds', {
    access: 'administrators',
    summary: 'All kinds of email that the journal sends',
    output: z.array(EmailKindDescription),
  }),
  preview: endpoint('GET /emails/kinds/{kind}', {
    access: 'administrators',
    summary: 'A kind of email as its recipient would see it, with example values',
    input: z.strictObject({ kind: IdInPath }),
    output: EmailPreview,
  }),
}
