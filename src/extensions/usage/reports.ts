import { titleOn } from '../../contract/rules/articles/titles.ts'
import { dayOf } from '../../contract/rules/peer-review/days.ts'
import { type JournalTitle, journal } from '../../contract/journal.ts'
import {
  monthsBetween,
  USAGE_REPORT_NAMES,
  type UsageMetric,
  type UsageReport,
} from '../../contract/rules/site/usage.ts'
import { csv } from '../../contract/rules/text/csv.ts'
import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../platform/database/connect.ts'
import { type Period, usageRows } from './totals.ts'

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
  const name = `${journal().abbreviation}-${report}-${period.from}-${period.to}.${format}`
  return format === 'json'
    ? { name, mediaType: 'application/json', text: JSON.stringify(asJson(head, performances), null, 2) }
    : { name, mediaType: 'text/csv', text: reportTable(head, performances, monthsBetween(period.from, period.to)) }
}

/** The structure of COUNTER's API (COUNTER_SUSHI 5.1): of the journal its titles, of articles items below that of their day. */
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
  const ofTitle = ({ name, issn, issnPrint }: JournalTitle) => ({
    Title: name,
    Item_ID: {
      Proprietary: [`${journal().abbreviation}:journal`],
      ...(issnPrint ? { Print_ISSN: issnPrint } : {}),
      ...(issn ? { Online_ISSN: issn } : {}),
    },
    Platform: journal().abbreviation,
    Publisher: journal().publisher.name,
  })
  const titles = [...Map.groupBy(performances, ({ title }) => title)]
  return {
    Report_Header: {
      ...{ Release: '5.1', Report_ID: report, Report_Name: name, Created: created, Created_By: journal().name },
      ...{ Institution_Name: 'The World', Institution_ID: { Proprietary: [`${journal().abbreviation}:world`] } },
      Report_Filters: { Begin_Date: from, End_Date: to, Metric_Type: METRICS, Access_Method: ['Regular'] },
      Report_Attributes: { Attributes_To_Show: ['YOP', 'Access_Type', 'Access_Method'] },
    },
    Report_Items: titles.map(([title, performed]) => ({
      ...ofTitle(title),
      ...(report === 'TR'
        ? { Attribute_Performance: performed.map(attributes) }
        : {
            Items: performed.map((performance) => ({
              Item: performance.item!.title,
              Item_ID: {
                Proprietary: [`${journal().abbreviation}:${performance.item!.id}`],
                ...(performance.item!.doi ? { DOI: performance.item!.doi } : {}),
              },
              Attribute_Performance: [attributes(performance)],
            })),
          }),
    })),
  }
}

/** The last day of a month, YYYY-MM-DD. */
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

/** A report as COUNTER's table: a head of names and values, an empty line, then a row for each metric. */
function reportTable(
  { report, name, from, to, created }: ReportHead,
  performances: readonly Performance[],
  months: readonly string[],
): string {
  const isItems = report === 'IR'
  const head = [
    ['Report_Name', name],
    ['Report_ID', report],
    ['Release', '5.1'],
    ['Institution_Name', 'The World'],
    ['Institution_ID', `${journal().abbreviation}:world`],
    ['Metric_Types', METRICS.join('; ')],
    ['Report_Filters', 'Access_Method=Regular'],
    ['Report_Attributes', 'Attributes_To_Show=YOP|Access_Type|Access_Method'],
    ['Exceptions', ''],
    ['Reporting_Period', `Begin_Date=${from}; End_Date=${to}`],
    ['Created', created],
    ['Created_By', journal().name],
    ['Registry_Record', ''],
    [],
  ]
  const titleColumns = isItems
    ? [
        'Item',
        'Publisher',
        'Platform',
        'DOI',
        'Proprietary_ID',
        'Parent_Title',
        'Parent_Print_ISSN',
        'Parent_Online_ISSN',
      ]
    : ['Title', 'Publisher', 'Platform', 'Proprietary_ID', 'Print_ISSN', 'Online_ISSN']
  const columns = [
    ...titleColumns,
    ...['Data_Type', 'YOP', 'Access_Type', 'Access_Method', 'Metric_Type', 'Reporting_Period_Total'],
    ...months.map(printedMonth),
  ]
  const rows = performances.flatMap((performance) =>
    METRICS.filter((metric) => performance.counts[metric].size).map((metric) => {
      const counts = months.map((month) => performance.counts[metric].get(month) ?? 0)
      return [
        ...namesOf(performance),
        ...[isItems ? 'Article' : 'Journal', performance.year, 'Open', 'Regular', metric],
        ...[counts.reduce((sum, count) => sum + count, 0), ...counts].map(String),
      ]
    }),
  )
  return csv([...head, columns, ...rows])
}

const namesOf = ({ item, title }: Performance): string[] =>
  item
    ? [
        ...[item.title, journal().publisher.name, journal().abbreviation, item.doi ?? ''],
        ...[`${journal().abbreviation}:${item.id}`, title.name, title.issnPrint, title.issn],
      ]
    : [
        ...[title.name, journal().publisher.name, journal().abbreviation, `${journal().abbreviation}:journal`],
        ...[title.issnPrint, title.issn],
      ]

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const printedMonth = (month: string): string => `${NAMES[Number(month.slice(5)) - 1]}-${month.slice(0, 4)}`

/** The numbers of one title or item, of the articles of one year. */
interface Performance {
  /** Null for the journal as a title. */
  item: { title: string; doi: string | null; id: string } | null
  /** Under which the articles appeared. */
  title: JournalTitle
  /** The year of publication; '0001' if it is not known, as COUNTER asks for. */
  year: string
  counts: Record<UsageMetric, Map<string, number>>
}

interface ReportHead {
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
const METRICS = Object.keys(COLUMNS) as UsageMetric[]

/** Sums rows by article, or for the Title Report by title and year of publication. */
function performancesOf(rows: readonly Row[], report: UsageReport): Performance[] {
  const found = new Map<string, Performance>()
  for (const row of rows) {
    const year = row.published_at?.slice(0, 4) ?? '0001'
    const title = titleOn(row.published_at && dayOf(row.published_at), journal())
    const key = report === 'TR' ? `${year} ${title.name} ${title.issn}` : row.article_id
    let one = found.get(key)
    if (!one) {
      const item = { title: plainTitle(row.title ?? ''), doi: row.doi, id: row.article_id }
      const counts = Object.fromEntries(METRICS.map((metric) => [metric, new Map()])) as Performance['counts']
      one = { item: report === 'TR' ? null : item, title, year, counts }
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
