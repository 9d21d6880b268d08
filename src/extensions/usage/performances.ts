import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import type { UsageMetric, UsageReport } from '../../contract/rules/site/usage.ts'
import type { usageRows } from './queries.ts'

/** The numbers of one title or item, of the articles of one year. */
export interface Performance {
  /** Null for the journal as a title. */
  item: { title: string; doi: string | null; id: string } | null
  /** The year of publication; '0001' if it is not known, as COUNTER asks for. */
  year: string
  counts: Record<UsageMetric, Map<string, number>>
}

export interface ReportHead {
  report: UsageReport
  name: string
  from: string
  to: string
  created: string
}

type Row = Awaited<ReturnType<typeof usageRows>>[number]

const COLUMNS = {
  Total_Item_Investigations: 'total_investigations',
  Unique_Item_Investigations: 'unique_investigations',
  Total_Item_Requests: 'total_requests',
  Unique_Item_Requests: 'unique_requests',
} as const satisfies Record<UsageMetric, keyof Row>
export const METRICS = Object.keys(COLUMNS) as UsageMetric[]

/** Sums rows by article, or for the Title Report by year of publication. */
export function performancesOf(rows: readonly Row[], report: UsageReport): Performance[] {
  const found = new Map<string, Performance>()
  for (const row of rows) {
    const year = row.published_at?.slice(0, 4) ?? '0001'
    const key = report === 'TR' ? year : row.article_id
    let one = found.get(key)
    if (!one) {
      const item = { title: plainTitle(row.title ?? ''), doi: row.doi, id: row.article_id }
      const counts = Object.fromEntries(METRICS.map((metric) => [metric, new Map()])) as Performance['counts']
      one = { item: report === 'TR' ? null : item, year, counts }
      found.set(key, one)
    }
    for (const metric of METRICS) {
      const count = row[COLUMNS[metric]]
      // COUNTER lists no zeros.
      if (count) one.counts[metric].set(row.month, (one.counts[metric].get(row.month) ?? 0) + count)
    }
  }
  return [...found.values()].sort((a, b) => (a.year === b.year ? 0 : a.year < b.year ? -1 : 1))
}
