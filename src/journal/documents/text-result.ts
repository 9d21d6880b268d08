import type { Paragraph } from './paragraph.ts'

/** Ten times a long manuscript. */
export const MOST_CHARACTERS = 300_000

export interface ManuscriptText {
  paragraphs: Paragraph[]
  /** The whole with headings, tables and formulas, made by the renderer of full texts; null if there is no such form. */
  html: string | null
  /** Of what is given here. */
  words: number
  /** The manuscript is longer than `MOST_CHARACTERS`; the end is not given. */
  isShortened: boolean
}

export type TextOrNone = ManuscriptText | { unavailable: string }

export const UNAVAILABLE = {
  type: 'The text of this type of file cannot be shown here. Open the file instead.',
  unreadable: 'The text of this file could not be read. Open the file instead.',
  empty: 'This file contains no text; its pages may be pictures. Open the file instead.',
}
