import type { Counts } from '../../contract/api/usage.ts'
import { monthsBetween } from '../../contract/rules/site/usage.ts'
import type { Period } from './queries.ts'

export type MonthCounts = Counts & { month: string }

const NONE: Counts = {
  ...{ views: 0, downloads: 0, totalInvestigations: 0, uniqueInvestigations: 0, totalRequests: 0, uniqueRequests: 0 },
}

/** Every month of a period, those without any use too. */
export function filled(months: readonly MonthCounts[], { from, to }: Period): MonthCounts[] {
  const known = new Map(months.map((month) => [month.month, month]))
  return monthsBetween(from, to).map((month) => known.get(month) ?? { ...NONE, month })
}

/** The sum of several counts. */
export const totalOf = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (total, one) => ({
      views: total.views + one.views,
      downloads: total.downloads + one.downloads,
      totalInvestigations: total.totalInvestigations + one.totalInvestigations,
      uniqueInvestigations: total.uniqueInvestigations + one.uniqueInvestigations,
      totalRequests: total.totalRequests + one.totalRequests,
      uniqueRequests: total.uniqueRequests + one.uniqueRequests,
    }),
    NONE,
  )
