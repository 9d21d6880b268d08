/**
 * Letters of mathematics as characters of their own: browsers draw `mathvariant="bold"` no longer, but they draw
 * '𝐱'. Each row gives the first capital, the first small letter and the first digit of an alphabet.
 */
const ALPHABETS: Record<string, [capital: number, small: number, digit?: number]> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  italic: [0x1d434, 0x1d44e],
  'bold-italic': [0x1d468, 0x1d482],
  script: [0x1d49c, 0x1d4b6],
  'bold-script': [0x1d4d0, 0x1d4ea],
  fraktur: [0x1d504, 0x1d51e],
  'double-struck': [0x1d538, 0x1d552, 0x1d7d8],
  'bold-fraktur': [0x1d56c, 0x1d586],
  'sans-serif': [0x1d5a0, 0x1d5ba, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d5ee, 0x1d7ec],
  'sans-serif-italic': [0x1d608, 0x1d622],
  'sans-serif-bold-italic': [0x1d63c, 0x1d656],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
}

/** Letters that Unicode had before the alphabets: their place in those is empty. */
const EARLIER: Record<string, string> = Object.fromEntries(
  [
    ...['italic:h:ℎ', 'script:B:ℬ', 'script:E:ℰ', 'script:F:ℱ', 'script:H:ℋ', 'script:I:ℐ', 'script:L:ℒ', 'script:M:ℳ'],
    ...['script:R:ℛ', 'script:e:ℯ', 'script:g:ℊ', 'script:o:ℴ', 'fraktur:C:ℭ', 'fraktur:H:ℌ', 'fraktur:I:ℑ'],
    ...['fraktur:R:ℜ', 'fraktur:Z:ℨ', 'double-struck:C:ℂ', 'double-struck:H:ℍ', 'double-struck:N:ℕ'],
    ...['double-struck:P:ℙ', 'double-struck:Q:ℚ', 'double-struck:R:ℝ', 'double-struck:Z:ℤ'],
  ].map((row) => [row.slice(0, row.lastIndexOf(':')), row.slice(row.lastIndexOf(':') + 1)]),
)

const GREEK: Record<string, number> = {
  bold: 0x1d6a8,
  italic: 0x1d6e2,
  'bold-italic': 0x1d71c,
  'bold-sans-serif': 0x1d756,
}

/** The letters in a variant; what the variant does not have stays as it is. */
export function inVariant(letters: string, variant: string): string {
  const alphabet = Object.hasOwn(ALPHABETS, variant) ? ALPHABETS[variant] : undefined
  if (!alphabet) return letters
  return [...letters]
    .map((letter) => EARLIER[`${variant}:${letter}`] ?? shifted(letter, alphabet, GREEK[variant]))
    .join('')
}

function shifted(
  letter: string,
  [capital, small, digit]: [number, number, number?],
  greek: number | undefined,
): string {
  const code = letter.codePointAt(0)!
  if (letter >= 'A' && letter <= 'Z') return String.fromCodePoint(capital + code - 65)
  if (letter >= 'a' && letter <= 'z') return String.fromCodePoint(small + code - 97)
  if (digit !== undefined && letter >= '0' && letter <= '9') return String.fromCodePoint(digit + code - 48)
  if (greek !== undefined && letter >= 'Α' && letter <= 'Ω') return String.fromCodePoint(greek + code - 0x391)
  if (greek !== undefined && letter >= 'α' && letter <= 'ω') return String.fromCodePoint(greek + 26 + code - 0x3b1)
  return letter
}
