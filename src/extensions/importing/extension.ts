import type { FileResources } from '../../journal/publication/files/resources.ts'
import type { Extension } from '../extension.ts'
import { loadSampleContent } from './load-samples.ts'
import { queueTypesetting, typesettingJobs } from './typeset-pdfs.ts'

/** Articles from elsewhere: imported by a command, and the samples of an empty journal. */
export const importing: Extension<object, FileResources> = {
  fill: (resources) => loadSampleContent(resources),
  jobs: (resources) => [typesettingJobs(resources)],
  enqueue: (tx) => queueTypesetting(tx),
}
