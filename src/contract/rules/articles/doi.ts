import { journal } from '../../journal.ts'
import { citedVolume } from './place-in-volume.ts'

/** The URL of a DOI in the form recommended by Crossref. DOIs may contain any character. */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi.toWellFormed()).replace(/[?#]/g, encodeURIComponent)}`

const DOI = /^10\.\d{4,9}\/\S+$/

/** The DOI in 'doi:10.1/a' or 'https://doi.org/10.1/a'; undefined if there is none. */
export function doiIn(raw: string): string | undefined {
  const doi = raw.trim().replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '')
  return DOI.test(doi) ? doi : undefined
}

/** The journal's configuration of DOIs. An empty prefix: none is minted. */
export interface DoiSettings {
  prefix: string
  pattern: string
}

/** What a DOI may name of an article. */
export interface DoiFacts {
  id: string
  volumeTitle: string | null
  issue: string | null
  /** YYYY */
  year: string
}

/** Read on every use: the literal types of the configuration are those of one journal. */
export const doiSettings = (): DoiSettings => journal().doi

const PREFIX = /^10\.\d{4,9}$/
const PLACEHOLDERS = ['id', 'volume', 'issue', 'year'] as const
/** Crossref recommends these characters alone, and tells capitals from small letters nowhere. */
const PATTERN = /^[a-z0-9._;()/-]+$/
const LONGEST_PATTERN = 100

/** What is wrong with the configuration, as a sentence; null if nothing is. */
export function doiSettingsFault({ prefix, pattern }: DoiSettings): string | null {
  if (prefix === '') return null
  if (!PREFIX.test(prefix)) return `The DOI prefix is "${prefix}": it must look like 10.5555.`
  if (pattern.length > LONGEST_PATTERN) {
    return `The pattern of DOIs must have at most ${LONGEST_PATTERN} characters.`
  }
  for (const [, name] of pattern.matchAll(/\{([^{}]{0,50})\}/g)) {
    if (!PLACEHOLDERS.some((known) => known === name)) {
      return `The pattern of DOIs names {${name}}: it may name {id}, {volume}, {issue} and {year}.`
    }
  }
  if (!pattern.includes('{id}')) {
    return 'The pattern of DOIs must name {id}: without it two articles would get the same DOI.'
  }
  if (!PATTERN.test(pattern.replace(/\{[^{}]{0,50}\}/g, '0'))) {
    return 'The pattern of DOIs may have small letters, digits and . _ ; ( ) / - beside its placeholders.'
  }
  return null
}

/** The DOI that an article gets: null if the journal has no prefix. */
export function mintedDoi(facts: DoiFacts, { prefix, pattern }: DoiSettings = doiSettings()): string | null {
  if (prefix === '') return null
  const values: Record<(typeof PLACEHOLDERS)[number], string> = {
    id: facts.id,
    volume: suffixPart(facts.volumeTitle && citedVolume(facts.volumeTitle)),
    issue: suffixPart(facts.issue),
    year: facts.year,
  }
  const suffix = pattern
    .split('.')
    .map((part) => filled(part, values))
    .filter((part) => part !== null)
    .join('.')
  return `${prefix}/${suffix}`
}

/** A part of the pattern with its values; null if one of them is missing and it is not needed. */
function filled(part: string, values: Record<string, string>): string | null {
  const names = [...part.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (!names.includes('id') && names.some((name) => values[name] === '')) return null
  return part.replace(/\{(\w+)\}/g, (_placeholder, name: string) => values[name] ?? '')
}

const suffixPart = (value: string | null): string =>
  (value ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 32)

/** True for a DOI under the journal's own prefix, which it may register. */
export const isOwnDoi = (doi: string | null, { prefix }: DoiSettings = doiSettings()): doi is string =>
  doi !== null && prefix !== '' && doi.startsWith(`${prefix}/`)
