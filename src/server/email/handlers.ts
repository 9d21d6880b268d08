import type { emails } from '../../contract/api/emails.ts'
import type { Handlers } from '../call.ts'
import { listEmails } from './queries.ts'
import { renderEmail } from './render.ts'
import type { EmailResources } from './resources.ts'

export const emailHandlers: Handlers<{ emails: typeof emails }, EmailResources>['emails'] = {
  list: async ({ database, emailTemplates, mailer, publicUrl }, asked) => {
    const { data, meta } = await listEmails(database.db, asked)
    return {
      data: data.map((row) => {
        // Secret links are created when an email is sent, so there is none to show here.
        const { subject, text } = renderEmail(emailTemplates, row, { publicUrl })
        return {
          id: row.id,
          kind: row.kind,
          recipient: row.recipient,
          subject,
          text,
          createdAt: row.created_at,
          sentAt: row.sent_at,
          attempts: row.attempts,
          nextTryAt: row.next_try_at,
          lastError: row.last_error,
        }
      }),
      meta,
      delivering: mailer !== null,
    }
  },
}
