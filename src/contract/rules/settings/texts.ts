import { DECISION_NAMES, type LetterKind } from '../peer-review/stages.ts'
import { type EmailKind, EMAILS } from '../site/email-kinds.ts'
import { POLICY_PAGES } from '../site/paths.ts'
import { isOwnPage } from './own-pages.ts'

/** The texts that a journal can write itself: its pages, its emails, and the letters of its decisions. */
export const TEXT_KINDS = ['page', 'email', 'letter'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

const ABOUT = 'About Us'
const NO_TITLE = 'A page without a title'

/** What editors know a text by; a page that the journal has added has a title of its own. */
export function textTitle(kind: TextKind, slug: string, title = ''): string {
  if (isOwnPage(slug)) return title || NO_TITLE
  if (kind === 'email') return EMAILS[slug as EmailKind]?.name ?? slug
  if (kind === 'letter') return DECISION_NAMES[slug as LetterKind] ?? slug
  return POLICY_PAGES.find((page) => page.slug === slug)?.title ?? (slug === 'about' ? ABOUT : slug)
}
