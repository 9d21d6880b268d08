import type { JournalText } from '../../../../contract/api/settings.ts'
import { fieldOf } from '../../../../contract/rules/settings/fields.ts'
import type { KnownValue } from '../../../ui/markdown-text/nodes.ts'

const OF_JOURNAL = 'journal.'

/** What a text may name in double braces, with the names that Settings has for the journal's values. */
export const knownValues = ({ kind, placeholders }: Pick<JournalText, 'kind' | 'placeholders'>): KnownValue[] =>
  placeholders.map(({ name, says, isRequired }) => {
    const key = kind !== 'page' && name.startsWith(OF_JOURNAL) ? name.slice(OF_JOURNAL.length) : name
    const isOfJournal = kind === 'page' || key !== name
    return { name, label: (isOfJournal && fieldOf(key)?.label) || inWords(key), says, isRequired }
  })

/** `replyDue` is “reply due”. */
const inWords = (name: string): string =>
  name
    .replaceAll('.', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
