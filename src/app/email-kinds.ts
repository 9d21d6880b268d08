import { reviewEmails } from '../journal/peer-review/cases/emails.ts'
import { productionEmails } from '../journal/peer-review/production/emails.ts'
import { articleEmails } from '../journal/publication/articles/emails.ts'
import { followingEmails } from '../journal/publication/following/emails.ts'
import { noticeEmails } from '../journal/publication/notices/emails.ts'
import { requestEmails } from '../journal/publication/requests/emails.ts'
import { bankDetailsEmails } from '../journal/fees/bank-details/emails.ts'
import { feeEmails } from '../journal/fees/emails.ts'
import { invoiceEmails } from '../journal/fees/invoices/emails.ts'
import { extensions } from './extensions.ts'
import type { EmailKinds } from '../platform/email/kinds.ts'
import { dutyEmails } from '../journal/accounts/duties/emails.ts'
import { accountEmails } from '../journal/accounts/users/emails.ts'

/** The emails of all modules. */
export const emailKinds = {
  ...articleEmails,
  ...noticeEmails,
  ...followingEmails,
  ...requestEmails,
  ...feeEmails,
  ...invoiceEmails,
  ...bankDetailsEmails,
  ...reviewEmails,
  ...productionEmails,
  ...accountEmails,
  ...dutyEmails,
  ...Object.assign({}, ...extensions.map(({ emails }) => emails)),
} as EmailKinds
