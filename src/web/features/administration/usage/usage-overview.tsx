import { Download } from 'lucide-react'
import type { OutputOf } from '../../../../contract/api/endpoint.ts'
import type { usage } from '../../../../contract/api/usage.ts'
import { pageFromSearch } from '../../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import {
  monthBefore,
  monthsBetween,
  USAGE_MONTHS_MAX,
  USAGE_REPORT_NAMES,
  USAGE_REPORTS,
  type UsageReport,
} from '../../../../contract/rules/site/usage.ts'
import { inDigits, monthAndYear } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { saveText } from '../../../ui/download.tsx'
import { FilterForm, FilterText } from '../../../ui/filter-form.tsx'
import { Link } from '../../../ui/link.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toastFailure } from '../../../ui/toast.ts'

const FORMATS = { csv: 'CSV', json: 'JSON' } as const

/** The reports of COUNTER for the months on the screen. */
function UsageReports({ period }: { period: Period }) {
  const save = async (report: UsageReport, format: keyof typeof FORMATS) => {
    try {
      const { name, mediaType, text } = await browserApi.usage.report({ ...period, report, format })
      saveText(text, name, mediaType)
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <section aria-labelledby="reports" className="usage-reports">
      <h2 id="reports">COUNTER reports</h2>
      <p className="muted">
        For libraries and consortia, by the rules of COUNTER 5.1. The Title Report is about the journal, the Item Report
        about each article.
      </p>
      <ul className="rows" role="list">
        {USAGE_REPORTS.map((report) => (
          <li key={report} className="cluster">
            <span>{USAGE_REPORT_NAMES[report]}</span>
            {(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
              <button key={format} type="button" className="btn text" onClick={() => void save(report, format)}>
                <Download className="ic" aria-hidden="true" />
                {FORMATS[format]}
                <span className="sr"> of the {USAGE_REPORT_NAMES[report]}</span>
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Article = Usage['data'][number]
type Month = Usage['months'][number]

const COUNTS: Column<Article | Month>[] = [
  { head: 'Page views', className: 'num', cell: ({ views }) => inDigits(views) },
  { head: 'PDF downloads', className: 'num', cell: ({ downloads }) => inDigits(downloads) },
  { head: 'Full texts opened', className: 'num', cell: ({ totalRequests }) => inDigits(totalRequests) },
  { head: 'Visits with the full text', className: 'num', cell: ({ uniqueRequests }) => inDigits(uniqueRequests) },
]

const ARTICLES: Column<Article>[] = [
  {
    head: 'Article',
    className: 'ttl',
    cell: ({ id, title, isPublic }) => (isPublic ? <Link to={paths.article(id)}>{title}</Link> : title),
  },
  ...COUNTS,
]

const MONTHS: Column<Month & { id: string }>[] = [
  { head: 'Month', className: 'ttl', cell: ({ month }) => monthName(month) },
  ...COUNTS,
]

/** The months as a chart and as a table, the articles, and the reports to take out. */
export function UsageOverview({ usage }: { usage: Usage }) {
  const { months, chart, data, meta, period } = usage
  if (!meta.totalItems) {
    return (
      <Empty title="No views in this period">
        <p>Counts will appear here as soon as readers open articles.</p>
      </Empty>
    )
  }
  return (
    <>
      <section aria-labelledby="months" className="usage-months">
        <h2 id="months">By month</h2>
        <p className="legend wrapping small muted" aria-hidden="true">
          <span className="opened">Pages and PDFs opened</span> <span className="texts">of these, full texts</span>
        </p>
        {/* Drawn by the server, from numbers alone. */}
        <div
          className="frame"
          role="region"
          aria-label="Monthly chart"
          tabIndex={0}
          dangerouslySetInnerHTML={{ __html: chart }}
        />
        <details>
          <summary>Show as table</summary>
          <DataTable label="By month" columns={MONTHS} rows={months.map((month) => ({ ...month, id: month.month }))} />
        </details>
      </section>
      <section aria-labelledby="articles">
        <h2 id="articles">By article</h2>
        <DataTable label="By article" columns={ARTICLES} rows={data} />
        <Pager
          path={`${paths.adminUsage}?${new URLSearchParams({ ...period })}`}
          meta={meta}
          label="Pages of articles"
        />
      </section>
      <UsageReports period={period} />
    </>
  )
}

export const monthName = (month: string): string => monthAndYear(`${month}-01T00:00:00Z`)

export interface Period {
  /** YYYY-MM, both included. */
  from: string
  to: string
}

type Usage = OutputOf<typeof usage.overview> & { period: Period }

/** The period in an address, which may contain anything; the last twelve months without a valid one. */
function periodOf(search: URLSearchParams, now = new Date()): Period {
  const [from, to] = [monthOf(search.get('from')), monthOf(search.get('to')) ?? now.toISOString().slice(0, 7)]
  if (from === undefined || from > to || monthsBetween(from, to).length > USAGE_MONTHS_MAX) {
    return { from: monthBefore(to, 11), to }
  }
  return { from, to }
}

const monthOf = (word: string | null): string | undefined =>
  word !== null && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(word) ? word : undefined

export async function loadUsage(search: URLSearchParams): Promise<Usage> {
  const period = periodOf(search)
  return { ...(await browserApi.usage.overview({ ...period, page: pageFromSearch(search) })), period }
}

/** The first and the last month. */
export function UsageFilters({ period }: { period: Period | undefined }) {
  return (
    <FilterForm label="Choose months">
      {(present) => {
        const shown = new URLSearchParams({ ...period, ...Object.fromEntries(present) })
        return (
          <>
            <FilterText name="from" label="From" type="month" present={shown} />
            <FilterText name="to" label="To" type="month" present={shown} />
          </>
        )
      }}
    </FilterForm>
  )
}
