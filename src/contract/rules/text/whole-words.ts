/** At most `longest` characters of a text, cut at a word boundary. */
export const wholeWords = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(/(?<!\s)\s+\S*$/, '')
