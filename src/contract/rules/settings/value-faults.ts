import { doiSettingsFault } from '../articles/doi.ts'
import type { FormerTitle, ReviewQuestion } from '../../journal.ts'
import { isDay } from '../text/days.ts'
import { isColour } from './colours.ts'
import type { Field } from './fields.ts'
import { menuFault } from './menu.ts'
import { pictureAt } from './picture-address.ts'
import type { Values } from './values.ts'

const TEXT_MAX = { line: 300, paragraph: 1000 } as const
const LIST_MAX = 30
const EMAIL = /^[^\s@<>"']{1,64}@[^\s@<>"']{1,255}\.[^\s@<>"'.]{2,63}$/
const QUESTION_ID = /^[a-z][a-z0-9-]{0,49}$/
const LANGUAGE = /^[a-z]{2,3}$/
const DOI = /^10\.\d{4,9}\/\S{1,200}$/
export const QUESTIONS_MAX = 20
export const TITLES_MAX = 50
/** Ends a line, or is shown as nothing: in a value of one line neither has a place. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u

/** The last digit of an ISSN, which is computed from the others (ISO 3297). */
function isIssn(issn: string): boolean {
  if (!/^\d{4}-\d{3}[\dX]$/.test(issn)) return false
  const digits = issn.replace('-', '')
  const sum = [...digits.slice(0, 7)].reduce((total, digit, at) => total + Number(digit) * (8 - at), 0)
  const check = (11 - (sum % 11)) % 11
  return digits[7] === (check === 10 ? 'X' : String(check))
}

/** What is wrong with a value, as a sentence for the person who types it; null if nothing is. */
export function valueFault(field: Field, value: unknown): string | null {
  const { kind, label } = field
  const please = (what: string) => `${label}: ${what}`
  switch (kind) {
    case 'yes or no':
      return typeof value === 'boolean' ? null : please('please choose yes or no.')
    case 'number':
      return numberFault(field, value)
    case 'choice':
      return field.choices!.some(([id]) => id === value) ? null : please('please choose one of the list.')
    case 'days':
      return daysFault(field, value)
    case 'lines':
      return linesFault(field, value)
    case 'questions':
      return questionsFault(value)
    case 'titles':
      return titlesFault(value)
    case 'menu':
      return menuFault(value)
    case 'logo':
      return value === '' || (typeof value === 'string' && pictureAt(value)) ? null : please('please choose a picture.')
    case 'colour':
      return typeof value === 'string' && isColour(value) ? null : please('please write it like #3b7ea1.')
    default:
      return textFault(field, value)
  }
}

function textFault({ key, label, kind, mayBeEmpty }: Field, value: unknown): string | null {
  const most = kind === 'paragraph' ? TEXT_MAX.paragraph : TEXT_MAX.line
  if (typeof value !== 'string') return `${label}: please enter a text.`
  if (value.trim() !== value) return `${label}: please leave out the blanks at its ends.`
  if (value === '') return mayBeEmpty ? null : `${label}: please enter something.`
  if (value.length > most) return `${label}: at most ${most} characters, please.`
  if (UNPRINTABLE.test(value) || !value.isWellFormed())
    return `${label}: please leave out characters that cannot be printed.`
  if (value.includes('{{')) return `${label}: please leave out {{.`
  if (kind === 'email' && !EMAIL.test(value)) return `${label}: please enter a valid email address.`
  if (kind === 'issn' && !isIssn(value))
    return `${label}: this is not an ISSN; its last digit is computed from the others.`
  if (key === 'language' && !LANGUAGE.test(value)) return `${label}: please enter its code, such as en.`
  if (key === 'crossref.crossmarkPolicy' && !DOI.test(value)) return `${label}: please enter a DOI that begins with 10.`
  return null
}

function numberFault({ label, range }: Field, value: unknown): string | null {
  const [least, most] = range!
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
    ? null
    : `${label}: please enter a whole number from ${least} to ${most}.`
}

function daysFault({ label, range }: Field, value: unknown): string | null {
  const [least, most] = range!
  if (!Array.isArray(value) || value.length > 12) return `${label}: please enter at most 12 days.`
  const days = value as unknown[]
  const isDay = (day: unknown) => Number.isInteger(day) && (day as number) >= least && (day as number) <= most
  if (!days.every(isDay)) return `${label}: please enter whole numbers from ${least} to ${most}.`
  const isAscending = days.every((day, at) => at === 0 || (day as number) > (days[at - 1] as number))
  return isAscending ? null : `${label}: please enter the days in ascending order, each once.`
}

function linesFault({ label }: Field, value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIST_MAX)
    return `${label}: please enter 1 to ${LIST_MAX} lines.`
  for (const line of value as unknown[]) {
    const fault = textFault({ key: '', area: 'identity', label, kind: 'line' }, line)
    if (fault) return fault
  }
  return null
}

function questionsFault(value: unknown): string | null {
  const label = 'Questions to reviewers'
  if (!Array.isArray(value) || value.length === 0 || value.length > QUESTIONS_MAX)
    return `${label}: please ask 1 to ${QUESTIONS_MAX} questions.`
  const ids = new Set<string>()
  for (const question of value as Partial<ReviewQuestion>[]) {
    const { id, ask, short } = question ?? {}
    // `constructor` is a part of every object.
    if (typeof id !== 'string' || !QUESTION_ID.test(id) || id in {} || ids.has(id))
      return `${label}: each needs an id of its own.`
    ids.add(id)
    for (const words of [ask, short]) {
      const fault = textFault({ key: '', area: 'review', label, kind: 'line' }, words)
      if (fault) return fault
    }
    if (Object.keys(question).length > 3) return `${label}: a question has an id, its words, and short words.`
  }
  return null
}

function titlesFault(value: unknown): string | null {
  const label = 'Earlier titles'
  if (!Array.isArray(value) || value.length > TITLES_MAX) return `${label}: please enter at most ${TITLES_MAX}.`
  let last = ''
  for (const title of value as Partial<FormerTitle>[]) {
    const { name, abbreviation, issn, issnPrint, until } = title ?? {}
    const fault =
      textFault({ key: '', area: 'identity', label: `${label}, name`, kind: 'line' }, name) ??
      textFault({ key: '', area: 'identity', label: `${label}, abbreviation`, kind: 'line' }, abbreviation) ??
      textFault({ key: '', area: 'identity', label: `${label}, ISSN`, kind: 'issn', mayBeEmpty: true }, issn) ??
      textFault({ key: '', area: 'identity', label: `${label}, ISSN`, kind: 'issn', mayBeEmpty: true }, issnPrint)
    if (fault) return fault
    if (typeof until !== 'string' || !isDay(until)) return `${label}: please enter the last day of each.`
    if (until <= last) return `${label}: each has to end after the one before it.`
    if (Object.keys(title).length > 5)
      return `${label}: a title has a name, an abbreviation, two ISSNs and its last day.`
    last = until
  }
  return null
}

/** What is wrong with all values together, by the key of the field that shows it. */
export function faultsTogether(values: Values): Record<string, string> {
  const faults: Record<string, string> = {}
  const doi = doiSettingsFault({ prefix: String(values['doi.prefix']), pattern: String(values['doi.pattern']) })
  if (doi) faults[doi.startsWith('The DOI prefix') ? 'doi.prefix' : 'doi.pattern'] = doi
  const reminded = (values['review.reminders.invitation'] as readonly number[]).at(-1) ?? 0
  if (reminded >= (values['review.reminders.lapse'] as number))
    faults['review.reminders.lapse'] = 'An invitation has to end after the last reminder of it.'
  return faults
}

/** Values that can be published, and may not be what was meant: a sentence for each, by key. */
export function concernsOf(values: Values): Record<string, string> {
  const number = (key: string) => values[key] as number
  const screening = (values['review.reminders.screening'] as readonly number[])[0] ?? 0
  const decision = (values['review.reminders.decision'] as readonly number[]).at(-1) ?? 0
  const steps = screening + number('review.replyDays') + number('review.reportDays') + decision
  const promised = number('review.promisedDays')
  const former = (values.formerTitles as readonly FormerTitle[]).at(-1)
  const issns = new Set([values.issn, values.issnPrint].filter(Boolean))
  return {
    ...(former &&
      former.name !== values.name &&
      (issns.has(former.issn) || issns.has(former.issnPrint)) && {
        issn: `This is the ISSN of the earlier title, ${former.name}. A new title needs an ISSN of its own.`,
      }),
    ...(steps > promised && {
      'review.promisedDays': `Screening, invitations, reports and the decision take ${steps} days together: ${steps - promised} more than is promised.`,
    }),
  }
}
