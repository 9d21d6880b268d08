import { NOWHERE, type OwnPage, ownPageFault, ownPageIn } from '../../contract/rules/settings/own-pages.ts'
import { NO_PICTURES_IN_EMAILS } from '../../contract/rules/settings/pictures.ts'
import { partsOf } from '../../contract/rules/settings/text-parts.ts'
import { contentPath } from '../../contract/rules/site/paths.ts'
import { pageRoute } from '../../contract/rules/site/page-queries.ts'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import type { LetterKind } from '../../contract/rules/peer-review/stages.ts'
import { canonicalPath } from '../../platform/http/page-address.ts'
import type { EmailTemplate } from '../../platform/email/templates.ts'
import { hasPicture, pictureFault } from '../publication/pages/markdown.ts'
import { isOwnPath, STEPS_MAX } from '../publication/redirects/redirects.ts'
import type { KnownAddresses } from './own-pages.ts'
import { isOwnKey, partsOfKey, type TextBuilder, type TextKey } from './texts.ts'

/** The longest text, in characters. */
export const TEXT_MAX = 100_000

/**
 * What is wrong with a text as it would be published, as a sentence; null if nothing is. One that was published before keeps
 * the pictures that it names: of those that cannot be shown readers get the words.
 */
export function textFault(
  builder: TextBuilder,
  key: TextKey,
  source: string,
  known: KnownAddresses,
  { wasPublished = false } = {},
): string | null {
  if (source.length > TEXT_MAX) return `A text has at most ${TEXT_MAX} characters.`
  const [kind, slug] = partsOfKey(key)
  const { live } = known
  try {
    const own = isOwnKey(key) ? ownPageIn(source) : null
    const fault = own && (ownPageFault(own) ?? addressFault(own, slug, known))
    if (fault) return fault
    if (SITE_OF_VALUE.test(source))
      return 'Please write the site of a link in full: a value in its name would change where it leads.'
    const { body } = partsOf(source)
    if (kind === 'page')
      return deadLink(builder.page(slug, source).html, live) ?? (wasPublished ? null : pictureFault(body))
    if (!wasPublished && hasPicture(body)) return NO_PICTURES_IN_EMAILS
    if (kind === 'email') return linkFault(builder.defaults.get(key)!, builder.email(slug as EmailKind, source))
    builder.letter(slug as LetterKind, source)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** A link or an image whose site is named, wholly or in part, by a value. */
const SITE_OF_VALUE = /\/\/[^\s/?#()<>"'{]*\{\{/

const LINK = '{{link}}'

/** Without its link the receiver of an email can do nothing; what only they know has no place in a subject. */
function linkFault(original: string, { subject, text, html }: EmailTemplate): string | null {
  if (subject.includes(LINK)) return `Please leave ${LINK} out of the subject: others may read it.`
  return original.includes(LINK) && ![text, html].every((part) => part.includes(LINK))
    ? `Please keep ${LINK}: without it the email leads nowhere.`
    : null
}

/** What is wrong with the address of a page that the journal has added, or with where it leads. */
function addressFault({ slug, leadsTo }: OwnPage, name: string, { live, leads, taken }: KnownAddresses): string | null {
  const owner = taken.get(slug)
  if (owner !== undefined && owner !== name) return `Another page has, or had, the address ${contentPath(slug)}.`
  if (leadsTo === null || leadsTo === NOWHERE) return null
  if (leadsTo === contentPath(slug)) return 'A page that has ended cannot lead to itself.'
  if (!isOwnPath(leadsTo) || canonicalPath(leadsTo) !== leadsTo || !isLive(leadsTo, live))
    return `There is no page at ${leadsTo}.`
  const passed = new Set([contentPath(slug)])
  let at = leadsTo
  for (; leads.has(at) && !passed.has(at); at = leads.get(at)!) passed.add(at)
  // A circle, or more steps than an old address is followed.
  const isLost = passed.has(at) || passed.size >= STEPS_MAX
  return isLost || !isLive(at, live) ? `${leadsTo} leads on to no page: please choose another.` : null
}

/** A link within the site has to lead to one of its pages. */
function deadLink(html: string, live: ReadonlySet<string>): string | null {
  for (const [, path] of html.matchAll(/ href="(\/[^"#?]*)/g)) {
    if (!path!.startsWith('/files/') && !isLive(path!, live)) return `The link to ${path} leads to no page.`
  }
  return null
}

/** Whether a path is one of the site's pages, or leads to one. */
const isLive = (path: string, live: ReadonlySet<string>): boolean =>
  OWN.test(path) ? live.has(path) : pageRoute(path) !== '/*'
const OWN = /^\/pages\/[^/]*$/
