import { EMAIL_KINDS, EMAILS, type EmailKind } from '../../../contract/rules/site/email-kinds.ts'
import type { emails } from '../../../contract/api/emails.ts'
import type { Handlers } from '../../../platform/call.ts'
import { notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { listEmails } from './emails.ts'
import { aboutOf, renderEmail, templateOf } from '../../../platform/email/render.ts'
import type { EmailResources } from '../../../platform/email/resources.ts'

/** Shown for emails that have become obsolete, and for those whose recipient was erased. */
const NOT_SHOWN = 'The text of this email is no longer available.'

export const emailHandlers: Handlers<{ emails: typeof emails }, EmailResources>['emails'] = {
  list: async ({ database, caller, emailTemplates, mailer, publicUrl }, asked) => {
    const { data: rows, meta } = await listEmails(database.db, caller, asked)
    const data = []
    for (const row of rows) {
      const template = templateOf(emailTemplates, row.kind)
      // At most one load an email, and only for kinds that load anything.
      const about = await aboutOf(database.db, template, row)
      // Secret links are created when an email is sent, so there is none to show here.
      const shown = about && renderEmail(template, about, { publicUrl, at: row.created_at })
      data.push({
        id: row.id,
        kind: row.kind,
        recipient: row.recipient,
        subject: shown?.subject ?? EMAILS[row.kind].name,
        text: shown?.text ?? NOT_SHOWN,
        createdAt: row.created_at,
        sentAt: row.sent_at,
        attempts: row.attempts,
        nextTryAt: row.next_try_at,
        lastError: row.last_error,
      })
    }
    return { data, meta, delivering: mailer !== null }
  },

  kinds: async ({ emailTemplates }) =>
    EMAIL_KINDS.map((kind) => ({ kind, ...EMAILS[kind], file: templateOf(emailTemplates, kind).file })),

  preview: async ({ emailTemplates, publicUrl }, { kind }) => {
    if (!isKind(kind)) throw notFound('Email')
    const template = templateOf(emailTemplates, kind)
    const { subject, text, html } = renderEmail(template, template.example, { publicUrl, at: now() })
    return { kind, ...EMAILS[kind], file: template.file, subject, text, html }
  },
}

const isKind = (word: string): word is EmailKind => Object.hasOwn(EMAILS, word)
