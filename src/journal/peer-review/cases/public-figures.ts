import { lastTwelveMonths } from '../../../contract/rules/peer-review/figures.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'

/** What the months of published figures are noted under, among the steps of the timetable. */
const FIGURES = 'figures'

/**
 * Published figures are of whole months, so that nothing that happens in a case changes them at once. In a new
 * month they are made again, once, if there is any decision that they could be of. One query if that is done.
 */
export async function renewPublicFigures(database: Database, now: Date): Promise<void> {
  const { before } = lastTwelveMonths(now)
  const noted = await database.db
    .selectFrom('review_reminders')
    .select('step')
    .where('subject_id', '=', FIGURES)
    .where('step', '=', before)
    .executeTakeFirst()
  if (noted) return
  const decision = await database.db.selectFrom('decisions').select('id').limit(1).executeTakeFirst()
  if (!decision) return
  await database.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('review_reminders')
      .values({ subject_id: FIGURES, step: before, sent_at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    // Unless another process was first.
    if (numInsertedOrUpdatedRows) await touchPublicSite(tx)
  })
}
