import type { Counts, usage } from '../../contract/api/usage.ts'
import { pageMeta } from '../../contract/rules/site/page-numbers.ts'
import { monthsBetween } from '../../contract/rules/site/usage.ts'
import { inDigits } from '../../contract/rules/text/dates.ts'
import type { Handlers } from '../../platform/call.ts'
import { notFound } from '../../platform/errors.ts'
import { element, type Xml } from '../../platform/xml.ts'
import { writeReport } from './reports.ts'
import { type Period, usageByArticle, usageByMonth, loadUsage } from './totals.ts'

export const usageHandlers: Handlers<{ usage: typeof usage }>['usage'] = {
  article: ({ database }, { id }) => loadUsage(database.db, id),

  // It is counted with all other requests, when it has been answered.
  viewed: async ({ database }, { id }) => {
    const article = await database.db.selectFrom('public_articles').select('id').where('id', '=', id).executeTakeFirst()
    if (!article) throw notFound('Post')
    return {}
  },

  overview: async ({ database: { db } }, { from, to, page, limit }) => {
    const months = filled(await usageByMonth(db, { from, to }), { from, to })
    const { rows, total } = await usageByArticle(db, { from, to }, { page, limit })
    return {
      data: rows,
      meta: pageMeta(page, limit, total),
      months,
      total: totalOf(months),
      chart: monthsChart(months),
    }
  },

  report: ({ database }, { report, format, from, to }) =>
    writeReport(database.db, { report, format, period: { from, to }, at: new Date() }),
}

const [WIDTH, HEIGHT] = [720, 220]
const MARGIN = { left: 48, right: 8, top: 12, bottom: 44 }
const INNER = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom }
/** How many names of months fit beside each other. */
const MOST_LABELS = 12

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * The months as bars: what was opened, and in front of it the full texts. The same numbers are in a table beside it,
 * so that screen readers pass it over.
 */
function monthsChart(months: readonly MonthCounts[]): string {
  const top = niceTop(Math.max(1, ...months.map(({ totalInvestigations }) => totalInvestigations)))
  const y = (count: number) => MARGIN.top + INNER.height * (1 - count / top)
  const step = INNER.width / months.length
  const wide = Math.min(40, step * 0.7)
  const bar = (of: number, at: number, name: string): Xml =>
    element('rect', {
      class: name,
      x: text(MARGIN.left + step * (at + 0.5) - wide / 2),
      y: text(y(of)),
      width: text(wide),
      height: text(INNER.height + MARGIN.top - y(of)),
    })
  const every = Math.ceil(months.length / MOST_LABELS)
  return element(
    'svg',
    { class: 'months-chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false' },
    [0, top / 2, top].map((count) => [
      element('line', {
        x1: text(MARGIN.left),
        x2: text(WIDTH - MARGIN.right),
        y1: text(y(count)),
        y2: text(y(count)),
      }),
      element('text', { x: text(MARGIN.left - 8), y: text(y(count) + 4), 'text-anchor': 'end' }, inDigits(count)),
    ]),
    months.map((month, at) => [
      bar(month.totalInvestigations, at, 'opened'),
      bar(month.totalRequests, at, 'texts'),
      at % every === 0
        ? element(
            'text',
            { x: text(MARGIN.left + step * (at + 0.5)), y: text(HEIGHT - 26), 'text-anchor': 'middle' },
            NAMES[Number(month.month.slice(5)) - 1]!,
          )
        : null,
      at === 0 || month.month.endsWith('-01')
        ? element(
            'text',
            { x: text(MARGIN.left + step * (at + 0.5)), y: text(HEIGHT - 8), 'text-anchor': 'middle' },
            month.month.slice(0, 4),
          )
        : null,
    ]),
  ).source
}

const text = (length: number): string => String(Math.round(length * 10) / 10)

/** The end of the scale: an even number of one leading digit that is not smaller. */
function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most))
  return Math.max(
    2,
    [1, 2, 4, 6, 8, 10].map((times) => times * unit).find((top) => top >= most)!,
  )
}

type MonthCounts = Counts & { month: string }

const NONE: Counts = {
  ...{ views: 0, downloads: 0, totalInvestigations: 0, uniqueInvestigations: 0, totalRequests: 0, uniqueRequests: 0 },
}

/** Every month of a period, those without any use too. */
function filled(months: readonly MonthCounts[], { from, to }: Period): MonthCounts[] {
  const known = new Map(months.map((month) => [month.month, month]))
  return monthsBetween(from, to).map((month) => known.get(month) ?? { ...NONE, month })
}

/** The sum of several counts. */
const totalOf = (counts: readonly Counts[]): Counts =>
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
