const ABBREVIATED = /(^|[\s(])(\p{Lu}\p{Ll}{0,2}\.) (?=\p{Ll}{2})/gu
/** 'Oryza sativa', 'P. vulgaris', 'Zea mays ssp. parviglumis': endings that English phrases rarely have. */
const LATIN =
  /^(?:\p{Lu}\p{Ll}{0,2}\.|\p{Lu}\p{Ll}+(?:a|e|i|o|us|um|is|es|as|os|on|ys|ix|ax|ex|er|or|en|an|ops))\s\p{Ll}[\p{Ll}-]*(?:a|e|i|us|um|is|es|as|os|ns|or|ix|ax|ex|er|ys)(?:\s(?:(?:subsp|ssp|var|f)\.\s)?\p{Ll}[\p{Ll}-]+)?$/u

/** Italics that are a scientific name: an abbreviated genus never parts from its epithet. */
export function latinName(html: string, plain: string): { words: string; isLatin: boolean } {
  return {
    words: html.replace(ABBREVIATED, '$1$2\u00a0'),
    isLatin: plain.length < 80 && LATIN.test(plain),
  }
}

/** An abbreviated genus in italics of its own: '<i>F</i>. <i>oxysporum</i>'. */
export const togetherWithGenus = (html: string): string =>
  html.includes('</i>. <i')
    ? html.replace(/(<i>\p{Lu}\p{Ll}{0,2}<\/i>\.) (?=<i(?: lang="la")?>\p{Ll})/gu, '$1\u00a0')
    : html
