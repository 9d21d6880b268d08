import { stemmer } from 'stemmer'
import { ANALYSER, analysed } from './analyser.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Raised whenever a text has other terms: articles that were indexed by an earlier version are indexed again. */
export const TERMS = ANALYSER * 100 + 1

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
