import { queueTypesetting, typesettingJobs } from '../extensions/importing/typeset-pdfs.ts'
import { pdfTextJobs } from '../journal/discovery/search/pdf-texts.ts'
import { cleaningJobs } from '../journal/peer-review/report/clean-files.ts'
import { forgetOutdatedCopies } from '../journal/peer-review/reviewers/outdated-copies.ts'
import { imageVariantJobs } from '../journal/publication/files/image-variants.ts'
import { queueOutdatedTexts } from '../journal/publication/full-text/keep.ts'
import { fullTextJobs } from '../journal/publication/full-text/render-texts.ts'
import type { JobHandler } from '../platform/jobs/run.ts'
import type { Resources } from './resources.ts'

/** How each kind of job is done. */
export const jobHandlers = (resources: Resources): JobHandler[] => [
  imageVariantJobs(resources),
  fullTextJobs(resources),
  pdfTextJobs(resources),
  cleaningJobs(resources),
  typesettingJobs(resources),
]

/** What an earlier program has made otherwise, or a setting now asks for: looked for once, when the journal starts. */
export async function enqueueOutstanding({ database }: Resources): Promise<void> {
  await queueOutdatedTexts(database.db)
  await database.transaction((tx) => forgetOutdatedCopies(tx))
  await database.transaction((tx) => queueTypesetting(tx))
}
