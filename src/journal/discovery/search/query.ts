import { analysed } from '../../../platform/search-engine/analyser.ts'
import { STOP_WORDS } from '../../../platform/search-engine/stop-words.ts'
import { stemOf, telling, termsOf } from '../../../platform/search-engine/terms.ts'

/** Terms that follow one another. */
export type Phrase = readonly string[]

/** What is searched: an article holds one phrase of every group. */
export interface Group {
  /** As it was typed, without the signs around it; `raw` with them. */
  typed: string
  raw: string
  any: readonly Phrase[]
  /** Its word in small letters, if it is one. */
  word?: string
  isPhrase?: boolean
}

/** More words than this tell no article from another, but cost. */
export const MOST_GROUPS = 20
/** The same of single letters, which are in every text, and of phrases, whose words are looked for place by place. */
const MOST_LETTERS = 3
const MOST_PHRASES = 2
/** A sentence of as many characters as a query may have has about 35 words. */
export const PHRASE_MAX = 50

/** The groups of a query, each once. Quotation marks hold a phrase together; nothing else is an operator. */
export function groupsOf(query: string): Group[] {
  const groups = new Map<string, Group>()
  let phrases = 0
  const add = (group: Group) => {
    const key = group.any[0]!.join(' ')
    if (!groups.has(key)) groups.set(key, group)
  }
  for (const [at, part] of query.split(/["“”„«»]/).entries()) {
    // Every second part is between quotation marks, unless the last one was never closed.
    if (at % 2 === 1) {
      const phrase = termsOf(part).slice(0, PHRASE_MAX)
      if (phrase.length > 1 && ++phrases <= MOST_PHRASES) {
        add({ typed: `“${part.trim()}”`, raw: part, any: [phrase], isPhrase: true })
        continue
      }
    }
    for (const typed of part.split(/\s+/)) for (const group of groupsOfWord(typed)) add(group)
  }
  let letters = 0
  return [...groups.values()]
    .filter(({ word }) => word?.length !== 1 || ++letters <= MOST_LETTERS)
    .slice(0, MOST_GROUPS)
}

const INITIAL = /^\(?[A-Za-z]\.$/

const groupsOfWord = (typed: string): Group[] => {
  // An initial may be that of a genus, whatever its letter: 'A. thaliana'.
  const words = INITIAL.test(typed) ? analysed(typed) : telling(typed)
  return words.map((word) => ({
    ...{ typed: words.length === 1 ? bare(typed) : word, raw: typed },
    ...{ any: [[stemOf(word)]], word },
  }))
}

/** A word without the signs around it. */
const bare = (typed: string): string => /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?/su.exec(typed)?.[0] ?? typed

/** Without the words that are not indexed. */
export const indexedOnes = (groups: readonly Group[]): Group[] =>
  groups.filter(({ any }) => any.some((phrase) => phrase.some((term) => !STOP_WORDS.has(term))))
