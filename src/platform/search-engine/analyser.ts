import { inNormalForm } from '../../contract/rules/text/plain-text.ts'

/**
 * Raised whenever the words of a text change: what was analysed by an earlier version is analysed again when the
 * program starts.
 */
export const ANALYSER = 2

/** Longer words are cut, in texts as in searches: the databases limit them. */
const WORD_MAX = 40

/** Latin letters that Unicode does not take apart. */
const LETTERS: Record<string, string> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n' },
  // Not the accents of Latin letters, but read like the final and the medial one.
  ς: 'σ',
}

/** A text for comparing: small letters without accents, in compatible forms ('CO₂' is 'co2'). */
const folded = (text: string): string =>
  inNormalForm(text, 'NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[æœøßđðþłħıŧŋς]/g, (letter) => LETTERS[letter]!)

// An apostrophe is part of its word, so that O'Brien is found as obrien. In scripts that are written without
// spaces every sign is a word.
const APOSTROPHES = /(?<=\p{L})['’ʼ](?=\p{L})/gu
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}\p{M}])+/gu

/** Letters that stand for themselves in formulas and names of substances, and are typed by their names: 'alpha'. */
const GREEK: Record<string, string> = {
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', ζ: 'zeta', η: 'eta', θ: 'theta', ι: 'iota' },
  ...{ κ: 'kappa', λ: 'lambda', μ: 'mu', ν: 'nu', ξ: 'xi', ο: 'omicron', π: 'pi', ρ: 'rho', σ: 'sigma' },
  ...{ τ: 'tau', υ: 'upsilon', φ: 'phi', χ: 'chi', ψ: 'psi', ω: 'omega' },
}
/** Greek words have more than two letters. */
const GREEK_LETTERS = /(?<!\p{sc=Greek})\p{sc=Greek}{1,2}(?!\p{sc=Greek})/gu
const named = (letters: string) => ` ${[...letters].map((letter) => GREEK[letter] ?? letter).join(' ')} `

/** A text for comparing, with the names of Greek letters. */
export function comparable(text: string): string {
  const small = folded(text)
  return /\p{sc=Greek}/u.test(small) ? small.replace(GREEK_LETTERS, named) : small
}

/**
 * The words of a plain text in their order, as both databases store and search them: only letters, digits and
 * their marks. The only definition of a word.
 */
export const analysed = (text: string): string[] =>
  (comparable(text).replace(APOSTROPHES, '').match(WORDS) ?? []).map((word) =>
    word.length <= WORD_MAX ? word : [...word].slice(0, WORD_MAX).join(''),
  )

/** A key that sorts texts by their words, the same on both databases. */
export const orderOf = (text: string): string => [...analysed(text).join(' ')].slice(0, ORDER_MAX).join('')
const ORDER_MAX = 120
