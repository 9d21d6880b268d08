import { daysBetween } from './days.ts'

/** The first decision on a manuscript that has not been undone. Days are YYYY-MM-DD. */
export interface FirstDecision {
  readonly receivedOn: string
  readonly promisedOn: string
  readonly decidedOn: string
  /** Returned or declined by the editor without review. These are counted apart. */
  readonly unread: boolean
}

export interface DecisionFigures {
  /** The number of manuscripts in review that have been decided; all other figures are about these. */
  readonly decided: number
  readonly unread: number
  /** From receipt to the first decision. */
  readonly medianDays: number | null
  /** Four in five were decided in this time. */
  readonly days80: number | null
  readonly onTimePercent: number | null
}

export function decisionFigures(decisions: readonly FirstDecision[]): DecisionFigures {
  const read = decisions.filter(({ unread }) => !unread)
  const days = read.map(({ receivedOn, decidedOn }) => daysBetween(receivedOn, decidedOn))
  const onTime = read.filter(({ decidedOn, promisedOn }) => decidedOn <= promisedOn).length
  return {
    decided: read.length,
    unread: decisions.length - read.length,
    medianDays: median(days),
    days80: percentile(days, 80),
    onTimePercent: read.length ? Math.round((100 * onTime) / read.length) : null,
  }
}

/** The middle number, or the mean of the two in the middle; null of none. */
export function median(numbers: readonly number[]): number | null {
  if (!numbers.length) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The smallest number that at least so many per cent of all do not exceed; null of none. */
export function percentile(numbers: readonly number[], percent: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null
}
