import { dayOf, daysBetween } from './days.ts'
import { isReleased, releasedAt, standingDecisions, type DecisionRecord } from './undo.ts'

/** The journal's figures, from plain rows. Days are YYYY-MM-DD; what has been undone never counts. */

/** The first decision on a manuscript that has not been undone. */
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
    onTimePercent: percent(onTime, read.length),
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

/** A share in whole per cent; null of none. */
export const percent = (part: number, whole: number): number | null => (whole ? Math.round((100 * part) / whole) : null)

/** A case as its first decisions are found from it. */
export interface CaseForFigures {
  readonly receivedOn: string
  readonly promisedOn: string
  /** In the order in which they were made; undone ones and their reversals too. */
  readonly decisions: readonly DecisionRecord[]
  /** When each version after the first arrived. */
  readonly revisedAt: readonly string[]
}

/**
 * The first decisions on a manuscript whose letters have been sent: being returned or declined unread, and the
 * first one after review. A manuscript that was returned counts as received when it came back, as its authors are
 * promised then. Each is dated by the day on which its letter was sent.
 */
export function firstDecisions(
  { receivedOn, promisedOn, decisions, revisedAt }: CaseForFigures,
  now: Date,
): FirstDecision[] {
  const sent = standingDecisions(decisions).filter((decision) => isReleased(decision, now))
  const [first] = sent
  const reviewed = sent.find(({ kind, from_stage }) => from_stage === 'reviewing' && kind !== 'reopen')
  const found: FirstDecision[] = []
  if (first?.from_stage === 'screening') {
    found.push({ receivedOn, promisedOn, decidedOn: sentOn(first), unread: true })
  }
  // Only the first one after a return or none: what follows an appeal has been decided before.
  if (reviewed && sent.slice(0, sent.indexOf(reviewed)).every(({ kind }) => kind === 'return')) {
    const returned = sent[sent.indexOf(reviewed) - 1]
    const back = returned && revisedAt.find((at) => at > returned.decided_at)
    found.push({ receivedOn: back ? dayOf(back) : receivedOn, promisedOn, decidedOn: sentOn(reviewed), unread: false })
  }
  return found
}

/** The day on which a decision counts: that of its letter. */
export const sentOn = ({ decided_at }: Pick<DecisionRecord, 'decided_at'>): string => dayOf(releasedAt(decided_at))

/** An assignment of a round that has ended with a decision. */
export interface AssignmentForFigures {
  readonly invitedAt: string | null
  readonly repliedAt: string | null
  readonly dueOn: string | null
  /** When its first report arrived, unless that was after the decision. */
  readonly reportedAt: string | null
  /** The day of the decision that ended its round. */
  readonly decidedOn: string
}

export interface ReviewerFigures {
  readonly invitations: number
  readonly reports: number
  /** From the invitation to an answer. */
  readonly replies: number
  readonly replyDays: number | null
  /** From agreeing to the report. */
  readonly reportDays: number | null
  readonly invitationsPerReport: number | null
  readonly reportsOnTimePercent: number | null
}

export function reviewerFigures(assignments: readonly AssignmentForFigures[]): ReviewerFigures {
  const invited = assignments.filter(({ invitedAt }) => invitedAt !== null)
  const replied = invited.filter(({ repliedAt }) => repliedAt !== null)
  const reported = invited.filter(({ reportedAt }) => reportedAt !== null)
  const onTime = reported.filter(({ reportedAt, dueOn }) => dueOn !== null && dayOf(reportedAt!) <= dueOn)
  return {
    invitations: invited.length,
    reports: reported.length,
    replies: replied.length,
    replyDays: median(replied.map(({ invitedAt, repliedAt }) => daysBetween(invitedAt!, repliedAt!))),
    reportDays: median(
      reported.flatMap(({ repliedAt, reportedAt }) => (repliedAt ? daysBetween(repliedAt, reportedAt!) : [])),
    ),
    invitationsPerReport: reported.length ? Math.round((10 * invited.length) / reported.length) / 10 : null,
    reportsOnTimePercent: percent(onTime.length, reported.length),
  }
}

/** Whole days from `from` to the day before `before`. */
export interface Period {
  readonly from: string
  readonly before: string
}

export const isIn = ({ from, before }: Period, day: string): boolean => day >= from && day < before

/** The twelve whole months before today: figures of these change once a month, whatever happens meanwhile. */
export function lastTwelveMonths(now: Date): Period {
  const before = `${dayOf(now).slice(0, 7)}-01`
  return { from: `${Number(before.slice(0, 4)) - 1}${before.slice(4)}`, before }
}

export const calendarYear = (year: number): Period => ({ from: `${year}-01-01`, before: `${year + 1}-01-01` })

export interface RowsForFigures {
  readonly cases: readonly CaseForFigures[]
  readonly assignments: readonly AssignmentForFigures[]
}

export interface PeriodFigures extends DecisionFigures, ReviewerFigures {}

/** All figures of a period: of decisions by the day of their letters, of reviewers by the decision on their round. */
export function healthSentences({ cases, assignments }: RowsForFigures, period: Period, now: Date): PeriodFigures {
  const decisions = cases.flatMap((each) => firstDecisions(each, now))
  return {
    ...decisionFigures(decisions.filter(({ decidedOn }) => isIn(period, decidedOn))),
    ...reviewerFigures(assignments.filter(({ decidedOn }) => isIn(period, decidedOn))),
  }
}
