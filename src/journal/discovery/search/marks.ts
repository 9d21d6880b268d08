import { analysed } from '../../../platform/search-engine/analyser.ts'

/** What an article is filtered by. */
export interface Place {
  categoryId: string
  volumeId: string | null
  year: string
  authors: readonly string[]
}

// Marks are indexed like words. No word of a text begins like them.
const mark = (kind: string, value: string) => `§${kind}${value}`

/** One sign may stand for a sentence; PostgreSQL indexes no word of more than 2,046 bytes. */
const KEY_MAX = 200

/** Names that are written alike are one author. */
export const authorKey = (name: string): string => [...analysed(name).join('_')].slice(0, KEY_MAX).join('')

export const MARKS = {
  category: (id: string) => mark('c', id),
  volume: (id: string) => mark('v', id),
  year: (year: string) => mark('y', year),
  author: (name: string) => mark('a', authorKey(name)),
}

export const marksOf = ({ categoryId, volumeId, year, authors }: Place): string =>
  [
    MARKS.category(categoryId),
    ...(volumeId === null ? [] : [MARKS.volume(volumeId)]),
    MARKS.year(year),
    ...authors.map(MARKS.author),
  ].join(' ')
