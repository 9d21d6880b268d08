import { inNormalForm } from '../text/normal-form.ts'

/** A name as it is compared: small letters without accents, abbreviations written out, no punctuation, no articles. */
export const comparable = (name: string): string =>
  inNormalForm(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\buniv\./g, 'university ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<![^ ])the /g, '')
    .trim()
