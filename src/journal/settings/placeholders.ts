import { FIELDS } from '../../contract/rules/settings/fields.ts'
import { computedKeys } from '../../contract/rules/settings/values.ts'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import { LETTER_VALUES } from '../peer-review/decide/letters.ts'
import type { TextBuilder, TextKey } from './texts.ts'

export interface Placeholder {
  name: string
  isRequired: boolean
}

const WORDS = new Set(['line', 'paragraph', 'email', 'number', 'issn', 'url', 'choice'])

/** The values of the journal that a text may name, by their paths: those that are words or numbers. */
const JOURNAL_VALUES: readonly string[] = [
  ...FIELDS.filter(({ kind }) => WORDS.has(kind)).map(({ key }) => key),
  ...computedKeys,
]

/** What a text may name in double braces. Emails and letters name what they are about, too. */
export function placeholdersOf(builder: TextBuilder, key: TextKey): Placeholder[] {
  const [kind, slug] = key.split('/') as [string, string]
  const isRequired = (name: string) => name === 'link' && (builder.defaults.get(key) ?? '').includes('{{link}}')
  const own = kind === 'email' ? builder.namesOf(slug as EmailKind) : kind === 'letter' ? [...LETTER_VALUES] : []
  const ofJournal = JOURNAL_VALUES.map((name) => (kind === 'page' ? name : `journal.${name}`))
  return [...own, ...ofJournal].map((name) => ({ name, isRequired: isRequired(name) }))
}
