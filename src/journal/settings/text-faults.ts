import { pageRoute } from '../../contract/rules/site/page-queries.ts'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import type { LetterKind } from '../../contract/rules/peer-review/stages.ts'
import type { EmailTemplate } from '../../platform/email/templates.ts'
import type { TextBuilder, TextKey } from './texts.ts'

/** The longest text, in characters. */
export const TEXT_MAX = 100_000

/** What is wrong with a text as it would be published, as a sentence; null if nothing is. */
export function textFault(builder: TextBuilder, key: TextKey, source: string): string | null {
  if (source.length > TEXT_MAX) return `A text has at most ${TEXT_MAX} characters.`
  const [kind, slug] = key.split('/') as [string, string]
  try {
    if (kind === 'page') return deadLink(builder.page(slug, source).html)
    if (kind === 'email') return linkFault(builder.defaults.get(key)!, builder.email(slug as EmailKind, source))
    builder.letter(slug as LetterKind, source)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const LINK = '{{link}}'

/** Without its link the receiver of an email can do nothing; what only they know has no place in a subject. */
function linkFault(original: string, { subject, text, html }: EmailTemplate): string | null {
  if (subject.includes(LINK)) return `Please leave ${LINK} out of the subject: others may read it.`
  return original.includes(LINK) && ![text, html].every((part) => part.includes(LINK))
    ? `Please keep ${LINK}: without it the email leads nowhere.`
    : null
}

/** A link within the site has to lead to one of its pages. */
function deadLink(html: string): string | null {
  for (const [, path] of html.matchAll(/ href="(\/[^"#?]*)/g)) {
    if (!path!.startsWith('/files/') && pageRoute(path!) === '/*') return `The link to ${path} leads to no page.`
  }
  return null
}
