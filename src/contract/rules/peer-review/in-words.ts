import { monthAndDay } from '../text/dates.ts'
import { daysBetween } from './days.ts'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
] as const

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 'two' up to ten, '12' above. */
export const numberInWords = (count: number): string => NUMBERS[count] ?? String(count)

/** 'second' for 2, up to 'tenth', then '12th' and so on. */
export const ordinal = (place: number): string => ORDINALS[place - 1] ?? `${place}th`

/** 'no reports', 'one report', 'three reports', '12 reports'. */
export const countInWords = (count: number, noun: string): string =>
  `${numberInWords(count)} ${noun}${count === 1 ? '' : 's'}`

export const daysInWords = (days: number): string => `${days} day${days === 1 ? '' : 's'}`

/** A date without its year, 'June 19', as UTC counts it; other years than that of `now` are named. */
export function monthDay(at: string, now: Date): string {
  const date = monthAndDay(at)
  const year = at.slice(0, 4)
  return year === now.toISOString().slice(0, 4) ? date : `${date}, ${year}`
}

/** 'June 19', or 'today'. */
export const dayOrToday = (at: string, now: Date): string => (daysBetween(now, at) === 0 ? 'today' : monthDay(at, now))

/** Several dates in their order: 'June 22 and 25', 'June 30 and July 2'. */
export function monthDays(days: readonly string[], now: Date): string {
  const words = [...new Set(days)].toSorted().map((day) => monthDay(day, now))
  const short = words.map((word, index) => {
    const [month, rest] = word.split(' ', 2) as [string, string]
    return index > 0 && words[index - 1]!.startsWith(`${month} `) && !word.includes(',') ? rest : word
  })
  return short.length < 2 ? (short[0] ?? '') : `${short.slice(0, -1).join(', ')} and ${short.at(-1)}`
}
