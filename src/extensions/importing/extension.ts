import type { FileResources } from '../../journal/publication/files/resources.ts'
import type { Extension } from '../extension.ts'
import { sampleHandlers } from './handlers.ts'
import { loadSampleCases } from './load-sample-cases.ts'
import { loadSampleContent } from './load-samples.ts'
import { queueTypesetting, typesettingJobs } from './typeset-pdfs.ts'

/** Articles from elsewhere: imported by a command, and the samples of an empty journal with manuscripts to try peer review on. */
export const importing: Extension<object, FileResources> = {
  fill: (resources) => loadSampleContent(resources),
  fillLater: (resources) => loadSampleCases(resources),
  handlers: { samples: sampleHandlers },
  jobs: (resources) => [typesettingJobs(resources)],
  enqueue: (tx) => queueTypesetting(tx),
}
