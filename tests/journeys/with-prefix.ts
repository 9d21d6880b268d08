import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const loading = (...files: string[]) => ({
  NODE_OPTIONS: files.map((file) => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`).join(' '),
})

/** The setting that gives a server of the journeys a DOI prefix. */
export const withPrefix = loading('doi-prefix.ts')
/** The same, with Crossmark. */
export const withCrossmark = loading('doi-prefix.ts', 'crossmark.ts')
