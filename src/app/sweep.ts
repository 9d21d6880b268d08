import { HOUR_MS } from '../contract/rules/text/dates.ts'
import type { BackgroundWork } from '../platform/jobs/background.ts'
import { forgetReviewersOfOldCases, removeOldDrafts } from '../journal/peer-review/cases/expiry.ts'
import { emptyLog } from '../platform/database/erasing.ts'
import { refreshStatistics } from '../platform/database/connect.ts'
import { sweepCards } from '../journal/discovery/cards/stored-cards.ts'
import { forgetLastEmails } from '../platform/email/withdraw.ts'
import { sweepReservations } from '../journal/publication/files/reservations.ts'
import { sweepFiles } from '../journal/publication/files/sweep.ts'
import type { Resources } from './resources.ts'
import { sweepLinks } from '../journal/accounts/users/account-links.ts'
import { sweepChallenges } from '../journal/accounts/second-factors/challenges.ts'
import { sweepSessions } from '../journal/accounts/sessions/commands.ts'
import { sweepIncoming } from '../platform/storage/sweep.ts'
import { sweepOrcidConnections } from '../journal/accounts/users/orcid-connection.ts'

/** Removes obsolete data in the background. */
export const sweepWork = (resources: Resources, filesFolder: string): BackgroundWork => ({
  kind: 'sweeping',
  everyMs: HOUR_MS,
  run: () => sweep(resources, filesFolder),
})

/** Removes obsolete data. Failures are logged and retried an hour later. */
export async function sweep(resources: Resources, filesFolder: string): Promise<void> {
  const { database, refusedSignIns, sharedCounts, hourlyLimits, log } = resources
  const tasks: [what: string, work: () => Promise<unknown>][] = [
    ['broken uploads', () => sweepIncoming(filesFolder)],
    ['unclaimed files', () => sweepFiles(resources)],
    ['cards of deleted articles', () => sweepCards(resources)],
    ['reservations of room for uploads', () => sweepReservations(database.db)],
    ['sessions that have ended', () => sweepSessions(database)],
    ['old links', () => sweepLinks(database)],
    ['unfinished second steps of signing in', () => sweepChallenges(database)],
    ['old ORCID connections', () => sweepOrcidConnections(database)],
    ['drafts of reviews that have ended', () => removeOldDrafts(database)],
    ['names of reviewers in old cases', () => forgetReviewersOfOldCases(database)],
    ['last emails to former accounts', () => forgetLastEmails(database)],
    ['counts of refused sign-ins', () => refusedSignIns.sum(database)],
    ['counts for limits', () => (sharedCounts ?? hourlyLimits).sweep()],
    ['the log of the database', () => emptyLog(database)],
    ['statistics of the database', () => refreshStatistics(database)],
  ]
  for (const [what, work] of tasks) {
    await work().catch((error: unknown) => log.error({ err: error }, `${what} could not be swept`))
  }
}
