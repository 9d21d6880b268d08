/** The reports of COUNTER 5.1 that editors can take out. */
export const USAGE_REPORTS = ['TR', 'IR'] as const
export type UsageReport = (typeof USAGE_REPORTS)[number]

export const USAGE_REPORT_NAMES: Record<UsageReport, string> = {
  TR: 'Title Report',
  IR: 'Item Report',
}

/** The metrics of COUNTER, with their names in plain words. */
export const USAGE_METRICS = {
  Total_Item_Investigations: 'Pages and PDFs opened',
  Unique_Item_Investigations: 'Visits to an article',
  Total_Item_Requests: 'Full texts opened',
  Unique_Item_Requests: 'Visits with the full text',
} as const
export type UsageMetric = keyof typeof USAGE_METRICS

/** A report covers at most so many months. */
export const USAGE_MONTHS_MAX = 60

/** The months from one to another, both included, as YYYY-MM. Empty if the second is earlier. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to && months.length <= USAGE_MONTHS_MAX; month = nextMonth(month)) months.push(month)
  return months
}

/** The month `months` before another. */
export function monthBefore(month: string, months: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

const nextMonth = (month: string): string => monthBefore(month, -1)
