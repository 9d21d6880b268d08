import { counted } from '../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** What a reviewer has done for this journal. */
export interface ReviewHistory {
  /** Requests that wait for an answer or a report. */
  open: number
  /** A date (YYYY-MM-DD); null if never. */
  lastAskedOn: string | null
  reports: number
  /** Of these, the reports that came in time. */
  onTime: number
  /** The median time until an answer, in days; null if there was none. */
  replyDays: number | null
}

/** Reads the history of reviewers; those who were never asked may be left out. It must ask a fixed number of queries. */
export type HistoryOf = (db: Db, reviewerIds: readonly string[]) => Promise<ReadonlyMap<string, ReviewHistory>>

export const NO_HISTORY: ReviewHistory = { open: 0, lastAskedOn: null, reports: 0, onTime: 0, replyDays: null }

/** Open and earlier requests as an editor reads them. */
export const loadInWords = ({ open, lastAskedOn, reports, onTime, replyDays }: ReviewHistory): string[] => [
  open ? counted(open, 'open request') : 'No open requests',
  lastAskedOn === null ? 'Not asked yet' : `Last asked on ${longDate(lastAskedOn)}`,
  ...(replyDays === null
    ? []
    : [replyDays < 1 ? 'Usually replies the same day' : `Usually replies in ${counted(Math.round(replyDays), 'day')}`]),
  ...(reports ? [`${counted(reports, 'report')}, ${onTime} on time`] : []),
]
