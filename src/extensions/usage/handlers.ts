import type { usage } from '../../contract/api/usage.ts'
import { pageMeta } from '../../contract/rules/site/page-numbers.ts'
import type { Handlers } from '../../platform/call.ts'
import { notFound } from '../../platform/errors.ts'
import { monthsChart } from './months-chart.ts'
import { usageByArticle, usageByMonth } from './queries.ts'
import { filled, totalOf } from './months.ts'
import { writeReport } from './reports.ts'
import { usageOf } from './totals.ts'

export const usageHandlers: Handlers<{ usage: typeof usage }>['usage'] = {
  article: ({ database }, { id }) => usageOf(database.db, id),

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
