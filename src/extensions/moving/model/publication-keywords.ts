import { ASSOC } from './codes.ts'
import type { Context } from './context.ts'
import { keywordsIn } from './keywords.ts'
import type { Ledger } from './reckoning.ts'
import { filledIn, idIn, inOrder, valueOf, type Row } from './rows.ts'

/** The names of an entry's value: that of the vocabulary, 'name' from 3.5 on. */
const NAMES = ['submissionKeyword', 'name']

/** The keywords of a publication in their languages. */
export function publicationKeywords(
  publicationId: string,
  language: string,
  { source, languageOf }: Context,
  ledger: Ledger,
): Readonly<Record<string, string[]>> {
  const words = new Map<string, string[]>()
  for (const vocabulary of vocabulariesOf(source.where('controlled_vocabs', 'assoc_id', publicationId))) {
    ledger.take('controlled_vocabs', [vocabulary])
    const isKeywords = valueOf(vocabulary, 'symbolic') === 'submissionKeyword'
    const id = idIn(vocabulary, 'controlled_vocab_id') ?? ''
    const entries = inOrder(
      source.where('controlled_vocab_entries', 'controlled_vocab_id', id),
      'controlled_vocab_entry_id',
    )
    for (const entry of entries) {
      const entryId = idIn(entry, 'controlled_vocab_entry_id') ?? ''
      const rows = [...source.where('controlled_vocab_entry_settings', 'controlled_vocab_entry_id', entryId)]
      const values = rows.filter(
        (row) => isKeywords && NAMES.includes(row.setting_name ?? '') && filledIn(row, 'setting_value') !== null,
      )
      // An entry without any word is not used either.
      if (values.length) ledger.take('controlled_vocab_entries', [entry])
      else ledger.leave('controlled_vocab_entries', [entry], 'not used')
      ledger.leave(
        'controlled_vocab_entry_settings',
        rows.filter((row) => !values.includes(row)),
        'not used',
      )
      for (const row of ledger.take('controlled_vocab_entry_settings', values)) {
        const of = row.locale ? languageOf(row.locale) : language
        const text = ledger.text('controlled_vocab_entry_settings', row, 'setting_value') ?? ''
        const known = words.get(of)
        if (known) known.push(text)
        else words.set(of, [text])
      }
    }
  }
  return Object.fromEntries(
    [...words]
      .map(([of, entries]): [string, string[]] => [of, keywordsIn(entries)])
      .filter(([, keywords]) => keywords.length)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

const vocabulariesOf = (rows: Iterable<Row>): Row[] =>
  [...rows].filter((row) => valueOf(row, 'assoc_type') === ASSOC.publication)
