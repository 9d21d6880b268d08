import { oneLine, wholeWords } from '../../contract/rules/text/plain-text.ts'
import { longDate } from '../../contract/rules/text/dates.ts'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import type { Db } from '../database/connect.ts'
import type { OutboxRow } from '../database/tables.ts'
import { Html, html } from '../html/html.ts'
import { fillIn } from '../text-file.ts'
import type { Attachment } from './kinds.ts'
import type { EmailTemplate, EmailTemplates } from './templates.ts'
import { address, plain, type Value } from './values.ts'
import { journal } from '../../contract/journal.ts'
import * as look from './styles.ts'
import { styled } from './styles.ts'

export interface RenderedEmail {
  subject: string
  text: string
  html: string
  attachments: readonly Attachment[]
  /** Where a program for email ends such emails for its owner. */
  unsubscribe?: string
}

/** So many characters of a title are in a subject. */
const SUBJECT_TITLE_MAX = 120

/** Shown instead of a secret link to anyone but the recipient. */
const HIDDEN_LINK = '(a link that only its receiver knows)'

/** Replaces the address of a recipient who has been erased. */
export const ERASED = '(erased)'

/** All that an email is made from: its data, and what its kind loads. */
export type About = EmailTemplate['example']

export function templateOf(templates: EmailTemplates, kind: EmailKind): EmailTemplate {
  const template = templates.get(kind)
  if (!template) throw new Error(`There is no email for ${kind}.`)
  return template
}

/** Reads what an email of the outbox is made from; null if it has become obsolete or was erased. */
export async function loadAbout(
  db: Db,
  { load }: EmailTemplate,
  { data, recipient }: Pick<OutboxRow, 'data' | 'recipient'>,
): Promise<About | null> {
  if (recipient === ERASED) return null
  const stored = JSON.parse(data) as About
  if (!load) return stored
  const loaded = await load(db, stored as never, { recipient })
  return loaded && { ...stored, ...loaded }
}

/** Renders an email. `secretLink` is known only at the time of sending. */
export function renderEmail(
  template: EmailTemplate,
  about: About,
  { publicUrl, at, secretLink = HIDDEN_LINK }: { publicUrl: string; at: string; secretLink?: string },
): RenderedEmail {
  const values: Record<string, Value> = {
    name: plain(addressed(about.name)),
    date: plain(longDate(at)),
    site: address(publicUrl),
    ...(template.secretLink ? { link: address(secretLink) } : {}),
  }
  for (const [name, valueOf] of Object.entries(template.values)) values[name] = valueOf(about as never, publicUrl)
  const fill = (source: string, as: 'text' | 'html') => fillIn(source, (name) => values[name]![as])
  // A long title would hide what the email is about. Programs decode what begins with `=?`: it is shown as it was typed.
  const subject = oneLine(
    fillIn(template.subject, (name) => {
      const { use, text } = values[name]!
      return use === 'title' && text.length > SUBJECT_TITLE_MAX ? `${wholeWords(text, SUBJECT_TITLE_MAX)}…` : text
    }),
  ).replaceAll('=?', '= ?')
  return {
    subject,
    text: textFrame(fill(template.text, 'text'), publicUrl),
    html: htmlFrame(subject, new Html(fill(template.html, 'html')), publicUrl),
    attachments: template.attachments?.(about as never, publicUrl) ?? [],
    ...(template.linkEnds && secretLink !== HIDDEN_LINK ? { unsubscribe: secretLink } : {}),
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

const publishedBy = () => `Published by the ${journal().publisher.name}, ${journal().publisher.address}`

/** What stands around the text of every email, in plain text. */
export function textFrame(body: string, publicUrl: string): string {
  const footer = [
    journal().name,
    `A journal of the ${journal().society.name}: ${publicUrl}`,
    publishedBy(),
    `Questions? Write to ${journal().contact.email}`,
  ].join('\n')
  // A value without a word leaves its paragraph empty.
  return `${body.replace(/\n{3,}/g, '\n\n').trimEnd()}\n\n-- \n${footer}\n`
}

/** The same in HTML: one column, without images, for small screens and dark schemes too. */
const htmlFrame = (subject: string, body: Html, publicUrl: string): string =>
  html`<!doctype html>
    <html lang="${journal().language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${new Html(look.sheet())}
        </style>
      </head>
      <body style="${styled(look.BODY)}">
        <div class="bg" style="${styled(look.GROUND)}">
          <div class="in" style="${styled(look.COLUMN)}">
            <p class="hair" style="${styled(look.HEADER)}">
              <a class="own" href="${publicUrl}" style="${styled(look.HEADER_LINK)}">${journal().name}</a>
            </p>
            ${body}
            <p class="hair mut" style="${styled(look.FOOTER)}">
              ${journal().name}<br />A journal of the ${journal().society.name}<br />${publishedBy()}<br />Questions?
              Write to
              <a href="mailto:${journal().contact.email}" style="${styled(look.link())}">${journal().contact.email}</a>
            </p>
          </div>
        </div>
      </body>
    </html> `.source
