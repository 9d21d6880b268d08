import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { HistoryOf, ReviewHistory } from '../reviewers/history.ts'
import { recusedArticles } from '../recusal.ts'

/**
 * What reviewers have done for this journal, as one editor may know it: cases from which that editor is recused are
 * left out, so that nobody finds their own reviewers by counts. One query.
 */
export const reviewerHistory =
  (viewerId: string): HistoryOf =>
  async (db, reviewerIds) => {
    if (!reviewerIds.length) return new Map()
    const rows = await db
      .selectFrom('review_assignments as assignment')
      .leftJoin('review_reports as report', (join) =>
        join.onRef('report.assignment_id', '=', 'assignment.id').on('report.version', '=', 1),
      )
      .select(['reviewer_id', 'state', 'invited_at', 'replied_at', 'due_on', 'report.submitted_at as reported_at'])
      .where('reviewer_id', 'in', reviewerIds)
      .where('invited_at', 'is not', null)
      .where('assignment.article_id', 'not in', recusedArticles(viewerId))
      .execute()
    const byReviewer = Map.groupBy(rows, ({ reviewer_id }) => reviewer_id)
    return new Map([...byReviewer].map(([id, own]) => [id, historyOf(own)]))
  }

interface Asked {
  state: string
  invited_at: string | null
  replied_at: string | null
  due_on: string | null
  reported_at: string | null
}

function historyOf(asked: readonly Asked[]): ReviewHistory {
  const reported = asked.filter(({ reported_at }) => reported_at !== null)
  const replies = asked.flatMap(({ invited_at, replied_at }) =>
    replied_at === null ? [] : [(Date.parse(replied_at) - Date.parse(invited_at!)) / DAY_MS],
  )
  const last = asked.reduce((newest, { invited_at }) => (invited_at! > newest ? invited_at! : newest), '')
  return {
    open: asked.filter(({ state }) => state === 'invited' || state === 'agreed').length,
    lastAskedOn: dayOf(last),
    reports: reported.length,
    onTime: reported.filter(({ reported_at, due_on }) => due_on === null || dayOf(reported_at!) <= due_on).length,
    replyDays: median(replies),
  }
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  if (!sorted.length) return null
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
