import { createHash } from 'node:crypto'
import { journal as configured } from '../../../journal.config.ts'
import { LEAF } from '../../contract/rules/settings/look.ts'
import { FIELDS } from '../../contract/rules/settings/fields.ts'
import { DEFAULT_MENU } from '../../contract/rules/settings/menu.ts'
import { type Value, type Values, valuesOf } from '../../contract/rules/settings/values.ts'

/** Values that came after `journal.config.ts`, which stays as journals know it. */
const LATER: Values = {
  issnPrint: '',
  formerTitles: [],
  'look.colour': LEAF,
  'look.logo': '',
  menu: DEFAULT_MENU,
  'fees.paymentFirst': false,
  'submissions.open': true,
  'submissions.closed': 'The journal takes no new manuscripts at present.',
}

/** The values that come with the program, by key; what is computed from others is not among them. */
export const DEFAULT_VALUES: Values = defaultsOf(configured)

/** The values of a file such as `journal.config.ts`. */
export function defaultsOf(config: object): Values {
  const written = valuesOf(config)
  const all: Values = { ...LATER, ...written, ...promised(String(written['review.weeks'] ?? ''), written) }
  return Object.fromEntries(
    FIELDS.map(({ key }) => {
      const value = all[key]
      if (value === undefined)
        throw new Error(`journal.config.ts lacks ${key}. Please restore the file that came with the program.`)
      return [key, value]
    }),
  )
}

/**
 * The first and last week of peer review as the file has them in words. Readers saw the words: a journal that changed them
 * and left the days as they came goes on promising what it wrote.
 */
function promised(words: string, written: Values): Values {
  const [first, last = first] = (words.match(/\d{1,3}/g) ?? []).map(Number)
  const isChosen = written['review.promisedDays'] !== 42
  return {
    'review.fromWeeks': first || 1,
    ...(last && !isChosen && { 'review.promisedDays': last * 7 }),
  }
}

/** Identifies a default: what has another one by now was changed by an upgrade. */
export const digestOf = (value: Value): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
