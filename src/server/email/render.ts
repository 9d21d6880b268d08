import { journal } from '../../../journal.config.ts'
import { joinNames } from '../../contract/domain/author-names.ts'
import { CORRECTION_FIELDS } from '../../contract/domain/correction-fields.ts'
import { counted } from '../../contract/domain/counted.ts'
import { longDate } from '../../contract/domain/dates.ts'
import { plainTitle, titleHtml } from '../../contract/domain/inline-markup.ts'
import { paths } from '../../contract/domain/paths.ts'
import { LINK_HOURS } from '../../contract/api/session.ts'
import type { OutboxRow } from '../database/tables.ts'
import { escapeHtml, html, Html } from '../html/html.ts'
import { fillIn } from '../pages/text-file.ts'
import type { NewEmail } from './outbox.ts'
import type { VALUE_NAMES, EmailTemplates } from './templates.ts'

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** What stands for a secret link where others than its receiver look. */
export const HIDDEN_LINK = '(a link that only its receiver knows)'

interface Value {
  text: string
  html: string
}

/** One line without control characters: nothing in a name or a title can become a header or a line of its own. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const said = (text: string): Value => ({ text: oneLine(text), html: escapeHtml(oneLine(text)) })

/** A mail of the outbox in words. `secretLink` is known only at the moment of sending. */
export function renderEmail(
  templates: EmailTemplates,
  row: Pick<OutboxRow, 'kind' | 'recipient' | 'data' | 'created_at'>,
  { publicUrl, secretLink = HIDDEN_LINK }: { publicUrl: string; secretLink?: string },
): RenderedMail {
  const template = templates.get(row.kind)
  if (!template) throw new Error(`There is no mail for ${row.kind}.`)
  const notice = { kind: row.kind, recipient: row.recipient, data: JSON.parse(row.data) } as NewEmail
  const values = valuesOf(notice, { date: longDate(row.created_at), publicUrl, secretLink })
  const fill = (source: string, as: keyof Value) => fillIn(source, (name) => values[name]![as])
  const subject = oneLine(fill(template.subject, 'text'))
  return {
    subject,
    text: `${fill(template.text, 'text')}\n\n-- \n${footer(publicUrl)}\n`,
    html: page(subject, new Html(fill(template.html, 'html')), publicUrl),
  }
}

function valuesOf(
  { kind, data }: NewEmail,
  { date, publicUrl, secretLink }: { date: string; publicUrl: string; secretLink: string },
): Record<string, Value> {
  const title = (markup: string): Value => ({ text: oneLine(plainTitle(markup)), html: oneLine(titleHtml(markup)) })
  const page = (path: string) => said(publicUrl + path)
  const common = { name: said(addressed(data.name)), date: said(date), site: said(publicUrl) }
  const values = (): Partial<Record<(typeof VALUE_NAMES)[typeof kind][number], Value>> => {
    switch (kind) {
      case 'submission-received':
      case 'article-archived':
        return { title: title(data.title), link: page(paths.dashboard) }
      case 'submission-to-review':
      case 'submission-deleted':
        return { title: title(data.title), author: said(data.author), link: page(paths.admin) }
      case 'article-published':
        return { title: title(data.title), link: page(paths.article(data.articleId)) }
      case 'article-corrected':
        return {
          title: title(data.title),
          changes: said(joinNames(data.fields.map((field) => CORRECTION_FIELDS[field]))),
          reason: said(data.reason),
          link: page(paths.article(data.articleId)),
        }
      case 'article-deleted':
        return { title: title(data.title), reason: said(data.reason ?? 'none was given') }
      case 'password-reset':
        return { hours: hours(LINK_HOURS.passwordReset), link: said(secretLink) }
      case 'email-confirmation':
        return { hours: hours(LINK_HOURS.emailConfirmation), link: said(secretLink) }
      case 'email-change-asked':
      case 'email-changed':
        return { to: said(data.to) }
    }
  }
  return { ...common, ...values() }
}

const hours = (count: number): Value => said(counted(count, 'hour'))

/**
 * Anybody can sign up with somebody else's address and any name: one that holds an address of the
 * web is no name, and does not travel in our mails.
 */
const addressed = (name: string): string =>
  /:\/\/|www\.|[@/\\]|\.(com|net|org|info|biz|io|co|ru|cn|me|xyz|top|site|shop|link|online)\b/i.test(name)
    ? 'colleague'
    : name

const PUBLISHED_BY = `Published by the ${journal.publisher.name}, ${journal.publisher.address}`

const footer = (publicUrl: string): string =>
  [
    journal.name,
    `A journal of the ${journal.society.name}: ${publicUrl}`,
    PUBLISHED_BY,
    `Questions? Write to ${journal.contact.email}`,
  ].join('\n')

const page = (subject: string, body: Html, publicUrl: string): string =>
  html`<!doctype html>
    <html lang="${journal.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${subject}</title>
      </head>
      <body>
        <header>
          <p>
            <a href="${publicUrl}"><strong>${journal.name}</strong></a>
          </p>
        </header>
        <main>${body}</main>
        <hr />
        <footer>
          <p>
            <small
              >${journal.name}<br />A journal of the ${journal.society.name}<br />${PUBLISHED_BY}<br />Questions? Write
              to <a href="mailto:${journal.contact.email}">${journal.contact.email}</a></small
            >
          </p>
        </footer>
      </body>
    </html> `.source
