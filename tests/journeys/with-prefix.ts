import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The setting that gives a server of the journeys a DOI prefix. */
export const withPrefix = { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'doi-prefix.ts')).href}` }
