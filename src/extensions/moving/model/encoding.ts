import { undoubled } from '../encoding.ts'

/** Layers that are undone; a text with one more is listed, because then something else has happened to it too. */
const MOST_LAYERS = 2

/** What a letter or a quotation mark looks like that was encoded twice. */
const LOOKS_DOUBLED = /\u00C3[\u00A0-\u00BF\u0192\u2026\u2020-\u2022\u02C6\u2030]|\u00C2[\u00A0-\u00BF]|\u00E2\u20AC/

/** A text, and how often UTF-8 had been taken for latin1 and encoded again. */
export interface Repaired {
  text: string
  layers: number
  /** Whether it still looks so: a part of it was lost or encoded yet again. An editor decides. */
  isUnsure: boolean
}

/**
 * Undoes 'CafÃ©' for 'Café'. Only a value that is wholly made of latin1's characters and whose bytes are valid UTF-8
 * is touched: such a value was written by a connection with the wrong encoding, as no language writes so.
 */
export function repairedEncoding(value: string): Repaired {
  let text = value
  for (let layers = 0; layers < MOST_LAYERS; layers++) {
    const under = undoubled(text)
    if (under === null) return { text, layers, isUnsure: LOOKS_DOUBLED.test(text) }
    text = under
  }
  return { text, layers: MOST_LAYERS, isUnsure: undoubled(text) !== null || LOOKS_DOUBLED.test(text) }
}
