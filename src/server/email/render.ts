import { journal } from '../../../journal.config.ts'
import { longDate } from '../../contract/domain/dates.ts'
import type { OutboxRow } from '../database/tables.ts'
import { oneLine } from '../../contract/domain/one-line.ts'
import { html, Html } from '../html/html.ts'
import { fillIn } from '../text-file.ts'
import type { EmailTemplates } from './templates.ts'
import { plain, type Value } from './values.ts'

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/** Shown instead of a secret link to anyone but the recipient. */
export const HIDDEN_LINK = '(a link that only its receiver knows)'

/** Renders an email of the outbox. `secretLink` is known only at the time of sending. */
export function renderEmail(
  templates: EmailTemplates,
  row: Pick<OutboxRow, 'kind' | 'recipient' | 'data' | 'created_at'>,
  { publicUrl, secretLink = HIDDEN_LINK }: { publicUrl: string; secretLink?: string },
): RenderedEmail {
  const template = templates.get(row.kind)
  if (!template) throw new Error(`There is no email for ${row.kind}.`)
  const data = JSON.parse(row.data) as { name: string }
  const values: Record<string, Value> = {
    name: plain(addressed(data.name)),
    date: plain(longDate(row.created_at)),
    site: plain(publicUrl),
    ...(template.secretLink ? { link: plain(secretLink) } : {}),
  }
  for (const [name, valueOf] of Object.entries(template.values)) values[name] = valueOf(data as never, publicUrl)
  const fill = (source: string, as: keyof Value) => fillIn(source, (name) => values[name]![as])
  const subject = oneLine(fill(template.subject, 'text'))
  return {
    subject,
    text: `${fill(template.text, 'text')}\n\n-- \n${footer(publicUrl)}\n`,
    html: page(subject, new Html(fill(template.html, 'html')), publicUrl),
  }
}

/**
 * Anyone can sign up with someone else's email address and any name: a name that contains a web address is
 * not used in emails, so that they cannot be abused for spam.
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
