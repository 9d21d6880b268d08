import type { notices } from '../../contract/notices.ts'
import type { Handlers } from '../call.ts'
import { listNotices } from './queries.ts'
import { renderNotice } from './render.ts'

export const noticesHandlers: Handlers<{ notices: typeof notices }>['notices'] = {
  list: async ({ database, mailTemplates, mailer, publicUrl }, asked) => {
    const { data, meta } = await listNotices(database.db, asked)
    return {
      data: data.map((row) => {
        // Secret links are made when a mail is sent: here there is none to show.
        const { subject, text } = renderNotice(mailTemplates, row, { publicUrl })
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
