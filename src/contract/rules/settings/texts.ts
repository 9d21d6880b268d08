import { DECISION_NAMES, type LetterKind } from '../peer-review/stages.ts'
import { type EmailKind, EMAILS } from '../site/email-kinds.ts'
import { POLICY_PAGES } from '../site/paths.ts'

/** The texts that a journal can write itself: its pages, its emails, and the letters of its decisions. */
export const TEXT_KINDS = ['page', 'email', 'letter'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

const ABOUT = 'About Us'

/** What editors know a text by. */
export function textTitle(kind: TextKind, slug: string): string {
  if (kind === 'email') return EMAILS[slug as EmailKind]?.name ?? slug
  if (kind === 'letter') return DECISION_NAMES[slug as LetterKind] ?? slug
  return POLICY_PAGES.find((page) => page.slug === slug)?.title ?? (slug === 'about' ? ABOUT : slug)
}

/** A text in the parts that an editor types: its lines at the top by name, and its body. */
export interface TextParts {
  head: Readonly<Record<string, string>>
  body: string
}

const FENCE = '---'

/** The parts of a source: a block between two lines of three hyphens, and the rest. */
export function partsOf(source: string): TextParts {
  const lines = source.split('\n')
  const end = lines.indexOf(FENCE, 1)
  if (lines[0] !== FENCE || end < 0) return { head: {}, body: source }
  const head = lines.slice(1, end).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  return { head: Object.fromEntries(head), body: lines.slice(end + 1).join('\n') }
}

export const sourceOf = ({ head, body }: TextParts): string =>
  [FENCE, ...Object.entries(head).map(([name, words]) => `${name}: ${words.replaceAll('\n', ' ')}`), FENCE, body].join(
    '\n',
  )
