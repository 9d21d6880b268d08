import { queueTypesetting, typesettingJobs } from '../extensions/importing/typeset-pdfs.ts'
import { citationJobs, queueMissingCitations } from '../journal/discovery/citation/format-ahead.ts'
import { indexJobs, queueOutdatedIndex } from '../journal/discovery/search/index-articles.ts'
import { pdfTextJobs } from '../journal/discovery/search/pdf-texts.ts'
import { cleaningJobs } from '../journal/peer-review/report/clean-files.ts'
import { forgetOutdatedCopies } from '../journal/peer-review/reviewers/outdated-copies.ts'
import { imageVariantJobs } from '../journal/publication/files/image-variants.ts'
import { queueOutdatedTexts } from '../journal/publication/full-text/keep.ts'
import { fullTextJobs } from '../journal/publication/full-text/render-texts.ts'
import type { BackgroundWork } from '../platform/jobs/background.ts'
import { jobWork, type JobHandler } from '../platform/jobs/run.ts'
import { emailWork } from '../platform/email/deliver.ts'
import { depositWork } from '../extensions/crossref/deliver.ts'
import { usageWork } from '../extensions/usage/keep-usage.ts'
import { backupWork } from '../extensions/backups/make-due-copy.ts'
import { heartbeatWork } from '../extensions/monitoring/watch.ts'
import { reminderWork } from '../journal/peer-review/cases/remind.ts'
import type { Resources } from './resources.ts'
import { sweepWork } from './sweep.ts'

/** How each kind of job is done. */
export const jobHandlers = (resources: Resources): JobHandler[] => [
  imageVariantJobs(resources),
  fullTextJobs(resources),
  pdfTextJobs(resources),
  cleaningJobs(resources),
  indexJobs(resources),
  citationJobs(resources),
  typesettingJobs(resources),
]

/** All that a process does in the background. */
export const backgroundWork = (resources: Resources, filesFolder: string): BackgroundWork[] => [
  heartbeatWork(resources),
  ...jobHandlers(resources).map((handler) => jobWork(resources, handler)),
  ...(resources.mailer ? [emailWork(resources)] : []),
  ...(resources.crossref ? [depositWork(resources)] : []),
  reminderWork(resources),
  usageWork(resources),
  ...backupWork(resources),
  sweepWork(resources, filesFolder),
]

/** What an earlier program has made otherwise, or a setting now asks for: looked for once, when the journal starts. */
export async function enqueueOutstanding({ database }: Resources): Promise<void> {
  await queueOutdatedTexts(database.db)
  await database.transaction((tx) => forgetOutdatedCopies(tx))
  await database.transaction((tx) => queueTypesetting(tx))
}

/** The same for what takes longer the more articles there are, and need not be looked for before the first answer. */
export async function enqueueForAllArticles({ database }: Resources): Promise<void> {
  await database.transaction((tx) => queueOutdatedIndex(tx))
  await database.transaction((tx) => queueMissingCitations(tx))
}
