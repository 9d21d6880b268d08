import { journal } from '../../../journal.config.ts'
import { monthsBetween, USAGE_REPORT_NAMES, type UsageReport } from '../../contract/rules/site/usage.ts'
import type { Db } from '../../platform/database/connect.ts'
import { METRICS, performancesOf, type Performance, type ReportHead } from './performances.ts'
import { usageRows, type Period } from './queries.ts'
import { reportTable } from './report-table.ts'

/** What a report is asked for. */
export interface Asked {
  report: UsageReport
  format: 'json' | 'csv'
  period: Period
  at: Date
}

/** A report of COUNTER 5.1, as a file. */
export async function writeReport(db: Db, asked: Asked): Promise<{ name: string; mediaType: string; text: string }> {
  const { report, format, period, at } = asked
  const performances = performancesOf(await usageRows(db, period), report)
  const head: ReportHead = {
    ...{ report, name: USAGE_REPORT_NAMES[report] },
    ...{ from: `${period.from}-01`, to: lastDayOf(period.to), created: `${at.toISOString().slice(0, 19)}Z` },
  }
  const name = `${journal.abbreviation}-${report}-${period.from}-${period.to}.${format}`
  return format === 'json'
    ? { name, mediaType: 'application/json', text: JSON.stringify(asJson(head, performances), null, 2) }
    : { name, mediaType: 'text/csv', text: reportTable(head, performances, monthsBetween(period.from, period.to)) }
}

/** The structure of COUNTER's API (COUNTER_SUSHI 5.1): of the journal one title, of articles items below it. */
function asJson({ report, name, from, to, created }: ReportHead, performances: readonly Performance[]): object {
  const attributes = (performance: Performance) => ({
    ...{ Data_Type: report === 'TR' ? 'Journal' : 'Article', YOP: performance.year },
    ...{ Access_Type: 'Open', Access_Method: 'Regular' },
    Performance: Object.fromEntries(
      METRICS.filter((metric) => performance.counts[metric].size).map((metric) => [
        metric,
        Object.fromEntries(performance.counts[metric]),
      ]),
    ),
  })
  const title = {
    Title: journal.name,
    Item_ID: {
      Proprietary: [`${journal.abbreviation}:journal`],
      ...(journal.issn ? { Online_ISSN: journal.issn } : {}),
    },
    Platform: journal.abbreviation,
    Publisher: journal.publisher.name,
  }
  return {
    Report_Header: {
      ...{ Release: '5.1', Report_ID: report, Report_Name: name, Created: created, Created_By: journal.name },
      ...{ Institution_Name: 'The World', Institution_ID: { Proprietary: [`${journal.abbreviation}:world`] } },
      Report_Filters: { Begin_Date: from, End_Date: to, Metric_Type: METRICS, Access_Method: ['Regular'] },
      Report_Attributes: { Attributes_To_Show: ['YOP', 'Access_Type', 'Access_Method'] },
    },
    Report_Items: !performances.length
      ? []
      : report === 'TR'
        ? [{ ...title, Attribute_Performance: performances.map(attributes) }]
        : [
            {
              ...title,
              Items: performances.map((performance) => ({
                Item: performance.item!.title,
                Item_ID: {
                  Proprietary: [`${journal.abbreviation}:${performance.item!.id}`],
                  ...(performance.item!.doi ? { DOI: performance.item!.doi } : {}),
                },
                Attribute_Performance: [attributes(performance)],
              })),
            },
          ],
  }
}

/** The last day of a month, YYYY-MM-DD. */
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
