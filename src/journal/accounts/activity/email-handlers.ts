import { sql } from 'kysely'
import type { emails } from '../../../contract/api/activity.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import { EMAIL_KINDS, type EmailKind, EMAILS, type EmailState } from '../../../contract/rules/site/email-kinds.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order } from '../../../platform/database/list-pages.ts'
import type { OutboxRow } from '../../../platform/database/tables.ts'
import { ERASED, loadAbout, renderEmail, templateOf } from '../../../platform/email/render.ts'
import type { EmailResources } from '../../../platform/email/resources.ts'
import { notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { feesWithheld } from '../../fees/standing.ts'
import { articlesWithheld } from '../../peer-review/recusal.ts'

/** Who follows an article is nobody's business. */
const A_READER = '(a reader who follows by email)'

/** Shown for emails that have become obsolete, and for those whose recipient was erased. */
const NOT_SHOWN = 'The text of this email is no longer available.'

export const emailHandlers: Handlers<{ emails: typeof emails }, EmailResources>['emails'] = {
  list: async ({ database, caller, emailTemplates, mailer, publicUrl }, asked) => {
    const { data: rows, meta } = await listEmails(database.db, caller, asked)
    const data = []
    for (const row of rows) {
      const template = templateOf(emailTemplates, row.kind)
      // At most one load an email, and only for kinds that load anything.
      const about = await loadAbout(database.db, template, row)
      const unless = (recipient: string) => (template.isAnonymous && recipient !== ERASED ? A_READER : recipient)
      // Secret links are created when an email is sent, so there is none to show here.
      const shown = about && renderEmail(template, about, { publicUrl, at: row.created_at })
      data.push({
        id: row.id,
        kind: row.kind,
        recipient: unless(row.recipient),
        subject: shown?.subject ?? EMAILS[row.kind].name,
        text: shown?.text ?? NOT_SHOWN,
        createdAt: row.created_at,
        sentAt: row.sent_at,
        attempts: row.attempts,
        nextTryAt: row.next_try_at,
        lastError:
          row.last_error &&
          (template.isAnonymous ? row.last_error.replaceAll(row.recipient, A_READER) : row.last_error),
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

const NEWEST: Order = [
  ['created_at', 'desc'],
  ['id', 'desc'],
]

/** The journal's emails as this administrator may see them, newest first, with the id as tie-breaker. */
async function listEmails(
  db: Db,
  viewer: Actor,
  { state, page, limit }: { state?: EmailState | undefined; page: number; limit: number },
): Promise<Paged<OutboxRow>> {
  let query = db.selectFrom('outbox')
  // Before the decision nobody who decides learns of emails about a fee.
  const fees = await feesWithheld(db, viewer)
  if (fees.length) {
    query = query.where(({ or, eb }) => or([sql<boolean>`kind not like 'fee-%'`, eb('article_id', 'not in', fees)]))
  }
  if (state) query = query.where('sent_at', state === 'sent' ? 'is not' : 'is', null)
  const withheld = await articlesWithheld(db, viewer.userId)
  if (withheld.length) {
    query = query.where(({ or, eb }) => or([eb('article_id', 'is', null), eb('article_id', 'not in', withheld)]))
  }
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(query.select('id'), NEWEST, { page, limit }, total)
  const rows = ids.length ? await db.selectFrom('outbox').selectAll().where('id', 'in', ids).execute() : []
  return { data: inOrderOf(ids, rows, ({ id }) => id), meta }
}
