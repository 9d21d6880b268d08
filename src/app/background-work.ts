import { citationJobs, queueMissingCitations } from '../journal/discovery/citation/formatted.ts'
import { indexJobs, queueOutdatedIndex } from '../journal/discovery/search/index-articles.ts'
import { pdfTextJobs } from '../journal/discovery/search/pdf-texts.ts'
import { cleaningJobs } from '../journal/peer-review/report/clean-files.ts'
import { forgetOutdatedCopies } from '../journal/peer-review/reviewers/outdated-copies.ts'
import { imageVariantJobs } from '../journal/publication/files/image-variants.ts'
import { fullTextJobs } from '../journal/publication/full-text/derive-texts.ts'
import { issuePdfJobs } from '../journal/publication/issues/issue-pdfs.ts'
import { noticePdfJobs } from '../journal/publication/notices/notice-pdfs.ts'
import { noticeJobs, queueWaitingNotices } from '../journal/publication/notices/due.ts'
import { missedWork } from '../journal/publication/redirects/missed.ts'
import type { BackgroundWork } from '../platform/jobs/background.ts'
import { type JobHandler, jobWork } from '../platform/jobs/run.ts'
import { emailWork } from '../platform/email/deliver.ts'
import { reminderWork } from '../journal/peer-review/cases/reminders.ts'
import { HOUR_MS } from '../contract/rules/text/dates.ts'
import { forgetReviewersOfOldCases, removeOldDrafts } from '../journal/peer-review/cases/expiry.ts'
import { sweepUnconfirmed } from '../journal/publication/unconfirmed-addresses.ts'
import { retitledJobs } from '../journal/settings/retitled.ts'
import { digestJobs, sweepSendings } from '../journal/publication/following/digest.ts'
import { sweepPersonLinks } from '../journal/peer-review/authorship/links.ts'
import { emptyLog } from '../platform/database/erasing.ts'
import { refreshStatistics } from '../platform/database/connect.ts'
import { sweepMarkedPdfs } from '../journal/publication/articles/marked-pdf.ts'
import { sweepCards } from '../journal/discovery/cards/stored-cards.ts'
import { forgetAsked, forgetLastEmails } from '../platform/email/withdraw.ts'
import { sweepReservations } from '../journal/publication/files/reservations.ts'
import { renewBoardRecord } from '../journal/publication/editorial-members/publish-board.ts'
import { sweepPictures } from '../journal/settings/pictures/pictures.ts'
import { StrayFiles, sweepFiles } from '../journal/publication/files/sweep.ts'
import { settleBankDetails } from '../journal/fees/bank-details/commands.ts'
import { sweepDutyInvitations } from '../journal/accounts/duties/rows.ts'
import { sweepLinks } from '../journal/accounts/users/account-links.ts'
import { sweepChallenges } from '../journal/accounts/second-factors/challenges.ts'
import { sweepSessions } from '../journal/accounts/sessions/commands.ts'
import { sweepIncoming } from '../platform/storage/sweep.ts'
import { sweepOrcidConnections } from '../journal/accounts/users/orcid-connection.ts'
import { extensions } from './extensions.ts'
import type { Resources } from './resources.ts'
import { queueOutdatedTexts } from '../journal/publication/full-text/stored-text.ts'

/** How each kind of job is done. */
export const jobHandlers = (resources: Resources): JobHandler[] => [
  imageVariantJobs(resources),
  fullTextJobs(resources),
  pdfTextJobs(resources),
  cleaningJobs(resources),
  indexJobs(resources),
  citationJobs(resources),
  noticeJobs(resources),
  noticePdfJobs(resources),
  issuePdfJobs(resources),
  digestJobs(resources),
  retitledJobs(resources),
  ...extensions.flatMap((extension) => extension.jobs?.(resources) ?? []),
]

/** A run does thousands of jobs: what is published meanwhile is there for the next of them. */
const eachInLatestEdition = ({ currentJournal }: Resources, handler: JobHandler): JobHandler => ({
  ...handler,
  run: (job) => currentJournal.withLatest(() => handler.run(job)),
})

/** All that a process does in the background. */
export const backgroundWork = (resources: Resources, filesFolder: string): BackgroundWork[] => [
  ...jobHandlers(resources).map((handler) => jobWork(resources, eachInLatestEdition(resources, handler))),
  ...(resources.mailer ? [emailWork(resources, (work) => resources.currentJournal.withLatest(work))] : []),
  reminderWork(resources),
  missedWork(resources),
  ...extensions.flatMap((extension) => extension.background?.(resources) ?? []),
  sweepWork(resources, filesFolder),
]

/** What an earlier program has made otherwise, or a setting now asks for: looked for once, when the journal starts. */
export async function enqueueOutstanding({ database }: Resources): Promise<void> {
  await queueOutdatedTexts(database.db)
  await queueWaitingNotices(database.db)
  await database.transaction((tx) => forgetOutdatedCopies(tx))
  for (const { enqueue } of extensions) if (enqueue) await database.transaction(enqueue)
}

/** The same for what takes longer the more articles there are, and need not be looked for before the first answer. */
export async function enqueueForAllArticles({ database }: Resources): Promise<void> {
  await database.transaction((tx) => queueOutdatedIndex(tx))
  await database.transaction((tx) => queueMissingCitations(tx))
}

/** Removes obsolete data in the background. */
function sweepWork(resources: Resources, filesFolder: string): BackgroundWork {
  const strays = new StrayFiles(resources)
  return { kind: 'sweeping', everyMs: HOUR_MS, run: () => sweep(resources, filesFolder, strays) }
}

/** Removes obsolete data. Failures are logged and retried an hour later. */
export async function sweep(
  resources: Resources,
  filesFolder: string,
  strays = new StrayFiles(resources),
): Promise<void> {
  const { database, refusedSignIns, sharedCounts, hourlyLimits, log } = resources
  const tasks: [what: string, work: () => Promise<unknown>][] = [
    ['broken uploads', () => sweepIncoming(filesFolder)],
    ['pictures that nothing names', () => sweepPictures(database)],
    ['unclaimed files', () => sweepFiles(resources)],
    ['stored files without a row', () => strays.sweep()],
    ['cards of deleted articles', () => sweepCards(resources)],
    ['marked PDFs of deleted articles', () => sweepMarkedPdfs(resources)],
    ['reservations of room for uploads', () => sweepReservations(database.db)],
    ['sessions that have ended', () => sweepSessions(database)],
    ['old links', () => sweepLinks(database)],
    ['invitations to duties of long ago', () => sweepDutyInvitations(database)],
    ['bank details that wait', () => settleBankDetails(database)],
    ['old links of authors', () => sweepPersonLinks(database)],
    ['addresses that nobody has confirmed', () => sweepUnconfirmed(database)],
    ['unfinished second steps of signing in', () => sweepChallenges(database)],
    ['old ORCID connections', () => sweepOrcidConnections(database)],
    ['drafts of reviews that have ended', () => removeOldDrafts(database)],
    ['names of reviewers in old cases', () => forgetReviewersOfOldCases(database)],
    ['last emails to former accounts', () => forgetLastEmails(database)],
    ['what followers were written about long ago', () => sweepSendings(database)],
    ['addresses that were asked about following', () => forgetAsked(database)],
    ['the board of yesterday', () => renewBoardRecord(database)],
    ['counts of refused sign-ins', () => refusedSignIns.sum(database)],
    ['counts for limits', () => (sharedCounts ?? hourlyLimits).sweep()],
    ['the log of the database', () => emptyLog(database)],
    ['statistics of the database', () => refreshStatistics(database)],
  ]
  for (const [what, work] of tasks) {
    await work().catch((error: unknown) => log.error({ err: error }, `${what} could not be swept`))
  }
}
