import { reviewEmails } from '../journal/peer-review/cases/emails.ts'
import { articleEmails } from '../journal/publication/articles/emails.ts'
import { crossrefEmails } from '../extensions/crossref/emails.ts'
import type { EmailKinds } from '../platform/email/kinds.ts'
import { monitoringEmails } from '../extensions/monitoring/emails.ts'
import { accountEmails } from '../journal/accounts/users/emails.ts'

/** The emails of all modules. */
export const emailKinds: EmailKinds = {
  ...articleEmails,
  ...reviewEmails,
  ...crossrefEmails,
  ...accountEmails,
  ...monitoringEmails,
}
