import { stemOf, telling, termsOf } from '../search/terms.ts'

/** Terms that follow one another. */
export type Phrase = readonly string[]

/** What is searched: an article holds one phrase of every group. */
export interface Group {
  /** As it was typed. */
  typed: string
  any: readonly Phrase[]
  /** Its word in small letters, if it is one. */
  word?: string
  isPhrase?: boolean
}

/** More words than this tell no article from another, but cost. */
export const MOST_GROUPS = 20

/** The groups of a query, each once. Quotation marks hold a phrase together; nothing else is an operator. */
export function groupsOf(query: string): Group[] {
  const groups = new Map<string, Group>()
  const add = (group: Group) => {
    const key = group.any[0]!.join(' ')
    if (!groups.has(key)) groups.set(key, group)
  }
  for (const [at, part] of query.split(/["“”„«»]/).entries()) {
    // Every second part is between quotation marks, unless the last one was never closed.
    if (at % 2 === 1) {
      const phrase = termsOf(part)
      if (phrase.length > 1) {
        add({ typed: `“${part.trim()}”`, any: [phrase], isPhrase: true })
        continue
      }
    }
    for (const typed of part.split(/\s+/)) for (const group of groupsOfWord(typed)) add(group)
  }
  return [...groups.values()].slice(0, MOST_GROUPS)
}

const groupsOfWord = (typed: string): Group[] => {
  const words = telling(typed)
  return words.map((word) => ({ typed: words.length === 1 ? bare(typed) : word, any: [[stemOf(word)]], word }))
}

/** A word without the signs around it. */
const bare = (typed: string): string => typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
