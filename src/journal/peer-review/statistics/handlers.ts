import { sql, type RawBuilder } from 'kysely'
import type { figures, PublicFigures } from '../../../contract/api/statistics.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import {
  type AssignmentForFigures,
  calendarYear,
  type CaseForFigures,
  healthSentences,
  isIn,
  lastTwelveMonths,
  percent,
  type PeriodFigures,
  type RowsForFigures,
  sentOn,
} from '../../../contract/rules/peer-review/figures.ts'
import { journal } from '../../../contract/journal.ts'

import { isReleased, standingDecisions, UNDO_MINUTES } from '../../../contract/rules/peer-review/undo.ts'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { UNCOUNTED_CASES } from '../../publication/samples.ts'
import { seesStage, type Viewer } from '../who-sees.ts'
import { publishedSince } from './endogeny.ts'

/** How many calendar years are reported. */
const YEARS = 5

export const statisticsHandlers: Handlers<{ figures: typeof figures }>['figures'] = {
  read: ({ database }) => publicFigures(database.db, new Date()),

  readAll: async ({ database: { db }, caller }) => {
    const now = new Date()
    const years = lastYears(now)
    const since = `${years[0]}-01-01`
    const rows = await rowsForFigures(db, { since, now, viewer: caller })
    const articles = await publishedSince(db, { since, viewer: caller })
    const { open, late } = await countOpenCases(db, { now, viewer: caller })
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
          ...healthSentences(rows, period, now),
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
  const rows = await rowsForFigures(db, { since: `${years[0]}-01-01`, now, viewer: null })
  const figures = healthSentences(rows, period, now)
  if (figures.decided < journal().review.figuresFrom) return null
  return {
    from: period.from,
    to: addDays(period.before, -1),
    ...(figures.reports < journal().review.figuresFrom ? { ...figures, ...NO_REVIEWERS } : figures),
    ofSamples: rows.ofSamples,
    years: years.flatMap((year) => {
      const { decided, medianDays, days80, onTimePercent } = healthSentences(rows, calendarYear(year), now)
      return decided < journal().review.figuresFrom ? [] : [{ year, decided, medianDays, days80, onTimePercent }]
    }),
  }
}

const NO_REVIEWERS = {
  ...{ replyDays: null, reportDays: null, invitationsPerReport: null, reportsOnTimePercent: null },
} satisfies Partial<PeriodFigures>

interface Which {
  /** The first day of interest. */
  since: string
  now: Date
  /** Whose cases they are of; null: all. */
  viewer: Viewer | null
}

/** What figures are made from: every case with a decision since a day. Four queries. */
async function rowsForFigures(db: Db, { since, now, viewer }: Which): Promise<RowsForFigures & { ofSamples: boolean }> {
  let decided = db
    .selectFrom('decisions as recent')
    .select('recent.article_id')
    .where('recent.decided_at', '>=', addDays(since, -1))
    .where('recent.article_id', 'not in', UNCOUNTED_CASES)
  if (viewer !== null) decided = decided.where(seesStage(viewer, 'recent.article_id'))
  const cases = await db
    .selectFrom('review_cases')
    .select(['article_id', 'received_on', 'promised_on', 'is_sample'])
    .where('article_id', 'in', decided)
    .execute()
  const decisions = await db
    .selectFrom('decisions')
    .select(['id', 'article_id', 'round_id', 'kind', 'from_stage', 'decided_at', 'reverses_id'])
    .where('article_id', 'in', decided)
    .orderBy('decided_at')
    .orderBy('id')
    .execute()
  const revisions = await db
    .selectFrom('manuscript_versions')
    .select(['article_id', 'submitted_at'])
    .where('article_id', 'in', decided)
    .where('number', '>', 1)
    .orderBy('submitted_at')
    .execute()
  const assignments = await db
    .selectFrom('review_assignments')
    .leftJoin('review_reports', (join) =>
      join.onRef('review_reports.assignment_id', '=', 'review_assignments.id').on('review_reports.version', '=', 1),
    )
    .select([
      ...(['round_id', 'invited_at', 'replied_at', 'due_on'] as const),
      ...(['review_reports.submitted_at as reported_at', 'review_reports.late_at'] as const),
    ])
    .where('review_assignments.article_id', 'in', decided)
    .execute()

  const decisionsOf = Map.groupBy(decisions, ({ article_id }) => article_id)
  const revisionsOf = Map.groupBy(revisions, ({ article_id }) => article_id)
  const sent = [...decisionsOf.values()].flatMap((all) =>
    standingDecisions(all).filter((decision) => isReleased(decision, now)),
  )
  const endOf = new Map(sent.map((decision) => [decision.round_id, sentOn(decision)]))
  return {
    ofSamples: cases.some(({ is_sample }) => is_sample === 1),
    cases: cases.map((row): CaseForFigures => ({
      receivedOn: row.received_on,
      promisedOn: row.promised_on,
      decisions: decisionsOf.get(row.article_id) ?? [],
      revisedAt: (revisionsOf.get(row.article_id) ?? []).map(({ submitted_at }) => submitted_at),
    })),
    assignments: assignments.flatMap((row): AssignmentForFigures[] => {
      const decidedOn = endOf.get(row.round_id)
      const reportedAt = row.late_at === null ? row.reported_at : null
      return decidedOn === undefined
        ? []
        : [{ invitedAt: row.invited_at, repliedAt: row.replied_at, dueOn: row.due_on, reportedAt, decidedOn }]
    }),
  }
}

/**
 * The cases that are open, and those of them without a first decision after the promised day. A decision that can
 * still be undone changes neither.
 */
async function countOpenCases(
  db: Db,
  { now, viewer }: { now: Date; viewer: Viewer },
): Promise<{ open: number; late: number }> {
  const released = new Date(now.getTime() - UNDO_MINUTES * MINUTE_MS).toISOString()
  const decisions = (more: RawBuilder<unknown>) => sql`exists (select 1 from decisions
    where decisions.article_id = review_cases.article_id and reverses_id is null and ${more}
      and not exists (select 1 from decisions as undone where undone.reverses_id = decisions.id))`
  const isPending = decisions(sql`decided_at > ${released}`)
  const isDecided = decisions(sql`kind <> 'return' and decided_at <= ${released}`)
  const { open, late } = await db
    .selectFrom('review_cases')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      sql<number>`count(case when promised_on < ${dayOf(now)} and (stage in ('screening', 'reviewing') or ${isPending})
        and not ${isDecided} then 1 end)`.as('late'),
    ])
    .where(sql<boolean>`(closed_at is null or (stage = 'declined' and closed_at > ${released}))`)
    .where(seesStage(viewer, 'article_id'))
    .where('article_id', 'not in', UNCOUNTED_CASES)
    .executeTakeFirstOrThrow()
  return { open: Number(open), late: Number(late) }
}
