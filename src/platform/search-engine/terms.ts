import { stemmer } from 'stemmer'
import { ANALYSER, analysed } from './analyser.ts'

/** Raised whenever a text has other terms: articles that were indexed by an earlier version are indexed again. */
export const TERMS = ANALYSER * 100 + 2

/** Texts repeat their words: a stem is computed once. */
const MOST_STEMS = 50_000
const stems = new Map<string, string>()

/** What a word of the analyser is indexed as: its stem, so that 'roots' finds 'root'. Other scripts have none. */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  let stem = stems.get(word)
  if (stem === undefined) {
    if (stems.size >= MOST_STEMS) stems.clear()
    stem = stemmer(word)
    stems.set(word, stem)
  }
  return stem
}

/** The words of a text that are indexed, in their order. */
export const telling = (text: string): string[] => analysed(text).filter((word) => !STOP_WORDS.has(word))

/** The terms of a text in their order, as both databases store and search them. */
export const termsOf = (text: string): string[] => telling(text).map(stemOf)

/** Words that stand in every text and tell none from another. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against all also although am among an and any are as at be because been before being ' +
    'below between both but by can could did do does doing down during each either few for from further had has have ' +
    'having he her here hers him his how however i if in into is it its itself may me might more most must my neither ' +
    'no nor not of off on once only or other our ours out over own same shall she should since so some such than that ' +
    'the their theirs them then there therefore these they this those through thus to too under until up upon us very ' +
    'was we were what when where whereas whether which while who whom whose why will with within without would you ' +
    'your et al'
  ).split(' '),
)

/**
 * Terms as the languages of the two indexes take them, whatever they hold. Analysed words have no sign that means
 * anything there; this is the second lock, for marks that are made of ids and names.
 */

/** Terms that follow one another, for FTS5. */
export const inFts = (...terms: readonly string[]): string => `"${terms.join(' ').replaceAll('"', '""')}"`

/** One term, for a tsquery. */
export const inTsquery = (term: string): string => `'${term.replaceAll(/['\\]/g, '$&$&')}'`
