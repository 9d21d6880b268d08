import type { figures, PublicFigures } from '../../../contract/api/figures.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import {
  calendarYear,
  figuresOf,
  isIn,
  lastTwelveMonths,
  percent,
  type PeriodFigures,
} from '../../../contract/rules/peer-review/figures.ts'
import { FIGURES_FROM } from '../../../contract/rules/peer-review/time-limits.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { publishedSince } from './endogeny.ts'
import { countOpenCases, rowsForFigures } from './queries.ts'

/** How many calendar years are reported. */
const YEARS = 5

export const figuresHandlers: Handlers<{ figures: typeof figures }>['figures'] = {
  read: ({ database }) => publicFigures(database.db, new Date()),

  readAll: async ({ database: { db }, caller }) => {
    const now = new Date()
    const years = lastYears(now)
    const since = `${years[0]}-01-01`
    const without = caller.userId
    const rows = await rowsForFigures(db, { since, now, without })
    const articles = await publishedSince(db, { since, without })
    const { open, late } = await countOpenCases(db, { today: dayOf(now), without })
    return {
      openCases: open,
      late,
      years: years.map((year) => {
        const period = calendarYear(year)
        const published = articles.filter(({ publishedOn }) => isIn(period, publishedOn))
        const endogenous = published.filter(({ isEndogenous }) => isEndogenous).length
        return {
          ...{ year, published: published.length, endogenous },
          endogenyPercent: percent(endogenous, published.length),
          ...figuresOf(rows, period, now),
        }
      }),
    }
  },
}

/** The calendar years up to now, the oldest first. */
const lastYears = (now: Date): number[] =>
  Array.from({ length: YEARS }, (_year, ago) => now.getUTCFullYear() - YEARS + 1 + ago)

/**
 * The figures that anyone may see: of the last twelve whole months, so that no single decision or report can be
 * read from a change, and of whole years. Null with too few decisions.
 */
export async function publicFigures(db: Db, now: Date): Promise<PublicFigures | null> {
  const period = lastTwelveMonths(now)
  const years = lastYears(now).filter((year) => `${year + 1}-01-01` <= period.before)
  const rows = await rowsForFigures(db, { since: `${years[0]}-01-01`, now, without: null })
  const figures = figuresOf(rows, period, now)
  if (figures.decided < FIGURES_FROM) return null
  return {
    from: period.from,
    to: addDays(period.before, -1),
    ...(figures.reports < FIGURES_FROM ? { ...figures, ...NO_REVIEWERS } : figures),
    years: years.flatMap((year) => {
      const { decided, medianDays, days80, onTimePercent } = figuresOf(rows, calendarYear(year), now)
      return decided < FIGURES_FROM ? [] : [{ year, decided, medianDays, days80, onTimePercent }]
    }),
  }
}

const NO_REVIEWERS = {
  ...{ replyDays: null, reportDays: null, invitationsPerReport: null, reportsOnTimePercent: null },
} satisfies Partial<PeriodFigures>
