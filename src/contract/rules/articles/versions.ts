import { longDate } from '../text/dates.ts'

/** How a version came to be: the first publication, a change that needs no notice, or one that came with a notice. */
export const VERSION_WEIGHTS = ['first', 'small', 'notice'] as const
export type VersionWeight = (typeof VERSION_WEIGHTS)[number]

export const WEIGHT_WORDS: Readonly<Record<VersionWeight, string>> = {
  ...{ first: 'First published', small: 'Small change', notice: 'Correction' },
}

/** What stands above an earlier version, before its links. */
export const oldVersionSentence = (
  { number, at }: { number: number; at: string },
  current: { number: number; reason: string },
): { lead: string; rest: string } => ({
  lead: `This is version ${number} of ${longDate(at)}.`,
  rest: `The current version is ${current.number}${current.reason ? `: ${current.reason}` : '.'}`,
})

/** Versions of one article: far more than any has, so that an address cannot ask for nonsense. */
export const VERSIONS_MAX = 9_999
