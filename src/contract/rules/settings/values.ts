import type { FormerTitle, Journal, ReviewQuestion } from '../../journal.ts'
import type { MenuEntry } from './menu.ts'

/** A value of the journal as it is stored and sent. */
export type Value = string | number | boolean | string[] | number[] | ReviewQuestion[] | FormerTitle[] | MenuEntry[]
/** All values of the journal by their keys, which are paths such as `fees.local.amount`. */
export type Values = Readonly<Record<string, Value>>

/** Whether two values are the same. */
export const isSameValue = (one: Value | undefined, other: Value | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const

/** A small number as it is written in a sentence. */
export const inWords = (count: number): string => NUMBERS[count] ?? String(count)

/** The licences under which articles can be published, by their addresses. */
export const LICENCES = [
  ['https://creativecommons.org/licenses/by/4.0/', 'CC BY 4.0', 'Creative Commons Attribution 4.0'],
  ['https://creativecommons.org/licenses/by-sa/4.0/', 'CC BY-SA 4.0', 'Creative Commons Attribution-ShareAlike 4.0'],
  ['https://creativecommons.org/licenses/by-nc/4.0/', 'CC BY-NC 4.0', 'Creative Commons Attribution-NonCommercial 4.0'],
  [
    'https://creativecommons.org/licenses/by-nc-sa/4.0/',
    'CC BY-NC-SA 4.0',
    'Creative Commons Attribution-NonCommercial-ShareAlike 4.0',
  ],
  ['https://creativecommons.org/licenses/by-nd/4.0/', 'CC BY-ND 4.0', 'Creative Commons Attribution-NoDerivatives 4.0'],
  [
    'https://creativecommons.org/licenses/by-nc-nd/4.0/',
    'CC BY-NC-ND 4.0',
    'Creative Commons Attribution-NonCommercial-NoDerivatives 4.0',
  ],
  ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0 1.0', 'Creative Commons Zero 1.0'],
] as const

const DAYS_A_WEEK = 7

/** What follows from other values, so that nobody types it twice: numbers in words, and the weeks of peer review. */
function computed(values: Values): Values {
  const reviewers = values['review.reviewers'] as number
  const from = values['review.fromWeeks'] as number
  const to = Math.ceil((values['review.promisedDays'] as number) / DAYS_A_WEEK)
  const proofDays = values['limits.proofDays'] as number
  const licence = LICENCES.find(([url]) => url === values['licence.url'])
  return {
    // The journal's screens and emails are made for it.
    'review.model': 'single-blind',
    'review.weeks': from < to ? `${from}–${to}` : String(to),
    'review.reviewersInWords': `at least ${inWords(reviewers)} expert ${reviewers === 1 ? 'reviewer' : 'reviewers'}`,
    'limits.proofDaysInWords': `${inWords(proofDays)} ${proofDays === 1 ? 'day' : 'days'}`,
    ...(licence && { 'licence.shortName': licence[1], 'licence.name': licence[2] }),
  }
}

/** What follows from other values, and can be named in texts. */
export const computedKeys = [
  'review.model',
  'review.weeks',
  'review.reviewersInWords',
  'limits.proofDaysInWords',
  'licence.shortName',
  'licence.name',
] as const

/** The journal that has these values. */
export function journalOf(values: Values): Journal {
  const made: Record<string, unknown> = {}
  for (const [key, value] of Object.entries({ ...values, ...computed(values) })) {
    const steps = key.split('.')
    const last = steps.pop()!
    let at = made
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>
    at[last] = value
  }
  return made as unknown as Journal
}

/** The values of a tree of objects by their paths; lists are values. */
export function valuesOf(tree: object, path = ''): Values {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]: [string, Value | object]): [string, Value][] => {
      const key = path ? `${path}.${name}` : name
      return typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(valuesOf(value, key))
        : [[key, value as Value]]
    }),
  )
}
