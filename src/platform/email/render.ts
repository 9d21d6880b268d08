import { oneLine } from '../../contract/rules/text/plain-text.ts'
import { longDate } from '../../contract/rules/text/dates.ts'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import type { Db } from '../database/connect.ts'
import type { OutboxRow } from '../database/tables.ts'
import { Html } from '../html/html.ts'
import { fillIn } from '../text-file.ts'
import { htmlFrame, textFrame } from './frame.ts'
import type { Attachment } from './kinds.ts'
import type { EmailTemplate, EmailTemplates } from './templates.ts'
import { address, plain, type Value } from './values.ts'

export interface RenderedEmail {
  subject: string
  text: string
  html: string
  attachments: readonly Attachment[]
}

/** Shown instead of a secret link to anyone but the recipient. */
export const HIDDEN_LINK = '(a link that only its receiver knows)'

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
export async function aboutOf(
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
  const subject = oneLine(fill(template.subject, 'text'))
  return {
    subject,
    text: textFrame(fill(template.text, 'text'), publicUrl),
    html: htmlFrame(subject, new Html(fill(template.html, 'html')), publicUrl),
    attachments: template.attachments?.(about as never, publicUrl) ?? [],
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
