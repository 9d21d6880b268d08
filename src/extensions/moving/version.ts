import { dumpRefused } from './limits.ts'
import type { Selected } from './staged-copy.ts'

/** Versions of OJS that keep their data alike. */
export type Family = '2.4' | '3.1' | '3.2' | '3.3' | '3.4' | '3.5'

export interface OjsVersion {
  /** `3.3.0.22`, as OJS itself has it. */
  text: string
  family: Family
}

export const VERSION_COLUMNS = ['major', 'minor', 'revision', 'build', 'product_type', 'product', 'current'] as const
type Row = Selected<(typeof VERSION_COLUMNS)[number]>

/** What else keeps a table `versions` of the same form. */
const OTHER_PROGRAMS: Record<string, string> = { omp: 'Open Monograph Press', ops: 'Open Preprint Systems' }
const FAMILIES: Record<string, Family> = {
  '2.4': '2.4',
  '3.0': '3.1',
  '3.1': '3.1',
  '3.2': '3.2',
  '3.3': '3.3',
  '3.4': '3.4',
  '3.5': '3.5',
}
const NO_OJS =
  'The dump is not of Open Journal Systems: its table “versions” names no version of it. Tables with a prefix are not read.'

/** The version that is in use, by the rows of `versions`; rows of earlier versions stay there. */
export function versionOf(rows: readonly Row[]): OjsVersion {
  const cores = rows.filter((row) => row.product_type === 'core' && row.current === '1')
  const ours = cores.filter((row) => row.product === 'ojs2').map(numbersOf)
  if (ours.length === 0) {
    const other = cores.map((row) => OTHER_PROGRAMS[row.product ?? '']).find(Boolean)
    throw dumpRefused(other ? `The dump is of ${other}, not of Open Journal Systems.` : NO_OJS)
  }
  const numbers = ours.reduce((newest, one) => (compared(one, newest) > 0 ? one : newest))
  const [major, minor] = numbers
  const text = numbers.join('.')
  const family = FAMILIES[`${major}.${minor}`]
  if (family) return { text, family }
  throw dumpRefused(
    compared(numbers, [2, 4]) < 0
      ? `The dump is of OJS ${text}. Versions before 2.4 are not read: please upgrade that copy of OJS to 3.3 first.`
      : `The dump is of OJS ${text}, which is newer than this program knows: it reads 2.4 to 3.5.`,
  )
}

const numbersOf = ({ major, minor, revision, build }: Row): number[] =>
  [major, minor, revision, build].map((part) => (/^\d{1,6}$/.test(part ?? '') ? Number(part) : 0))

const compared = (one: readonly number[], other: readonly number[]): number =>
  one.map((part, index) => part - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0

const ALWAYS = ['journals', 'journal_settings', 'users', 'issues', 'sections', 'authors']
const WITH_PUBLICATIONS = [
  'submissions',
  'publications',
  'publication_settings',
  'publication_galleys',
  'submission_files',
]
const NEEDED: Record<Family, readonly string[]> = {
  '2.4': ['articles', 'article_settings', 'published_articles', 'article_galleys', 'article_files'],
  '3.1': ['submissions', 'submission_settings', 'published_submissions', 'submission_galleys', 'submission_files'],
  '3.2': WITH_PUBLICATIONS,
  '3.3': [...WITH_PUBLICATIONS, 'files'],
  '3.4': [...WITH_PUBLICATIONS, 'files', 'dois'],
  '3.5': [...WITH_PUBLICATIONS, 'files', 'dois'],
}

/** Refuses a dump of some tables only. */
export function refuseIncomplete({ text, family }: OjsVersion, has: (table: string) => boolean): void {
  const missing = [...ALWAYS, ...NEEDED[family]].filter((table) => !has(table))
  if (missing.length)
    throw dumpRefused(
      `The dump lacks tables that OJS ${text} has: ${missing.join(', ')}. Please export all tables, with their structure.`,
    )
}
