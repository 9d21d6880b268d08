import { reviewEmails } from '../cases/emails.ts'
import { articleEmails } from '../articles/emails.ts'
import { crossrefEmails } from '../crossref/emails.ts'
import type { EmailKinds } from '../email/kinds.ts'
import { operatingEmails } from '../operating/emails.ts'
import { accountEmails } from '../users/emails.ts'

/** The emails of all modules. */
export const emailKinds: EmailKinds = {
  ...articleEmails,
  ...reviewEmails,
  ...crossrefEmails,
  ...accountEmails,
  ...operatingEmails,
}
