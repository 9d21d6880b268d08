import { journal } from '../../../journal.config.ts'
import { METRICS, type Performance, type ReportHead } from './performances.ts'

/** A report as COUNTER's table: a head of names and values, an empty line, then a row for each metric. */
export function reportTable(
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
    ['Institution_ID', `${journal.abbreviation}:world`],
    ['Metric_Types', METRICS.join('; ')],
    ['Report_Filters', 'Access_Method=Regular'],
    ['Report_Attributes', 'Attributes_To_Show=YOP|Access_Type|Access_Method'],
    ['Exceptions', ''],
    ['Reporting_Period', `Begin_Date=${from}; End_Date=${to}`],
    ['Created', created],
    ['Created_By', journal.name],
    ['Registry_Record', ''],
    [],
  ]
  const titleColumns = isItems
    ? ['Item', 'Publisher', 'Platform', 'DOI', 'Proprietary_ID', 'Parent_Title', 'Parent_Online_ISSN']
    : ['Title', 'Publisher', 'Platform', 'Proprietary_ID', 'Online_ISSN']
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
  return [...head, columns, ...rows].map((cells) => cells.map(cell).join(',')).join('\r\n') + '\r\n'
}

const namesOf = ({ item }: Performance): string[] =>
  item
    ? [
        ...[item.title, journal.publisher.name, journal.abbreviation, item.doi ?? ''],
        ...[`${journal.abbreviation}:${item.id}`, journal.name, journal.issn],
      ]
    : [journal.name, journal.publisher.name, journal.abbreviation, `${journal.abbreviation}:journal`, journal.issn]

/** A cell of CSV. What spreadsheets would take for a formula begins with an apostrophe. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const printedMonth = (month: string): string => `${NAMES[Number(month.slice(5)) - 1]}-${month.slice(0, 4)}`
