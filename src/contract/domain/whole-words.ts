/** The beginning of a text, at most `longest` characters long, without the word that the cut goes through. */
export const wholeWords = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(/(?<!\s)\s+\S*$/, '')
