/**
 * The keywords of a comma-separated text. A comma between two digits is part of a name, as in
 * '1,8-cineole', and does not separate.
 */
export const keywordList = (keywords: string): string[] =>
  keywords
    .split(/,(?!\d)|(?<!\d),/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)

/** Keywords in their stored form. */
export const keywordText = (keywords: readonly string[]): string => keywords.join(', ')

/**
 * Splits text that is being typed into complete keywords and the rest. A semicolon or a line break ends a
 * keyword, and so does a comma, but one after a digit only once the next character is known.
 */
export function completeKeywords(typed: string): { complete: string[]; rest: string } {
  const parts = typed.split(/[;\r\n]|(?<!\d),|,(?=\D)/)
  const rest = parts.pop()!
  return { complete: parts.flatMap(keywordList), rest: rest.trimStart() }
}

/** Removes duplicates regardless of case; the first spelling is kept. */
export function withoutRepeats(keywords: readonly string[]): string[] {
  const seen = new Set<string>()
  return keywords.filter((keyword) => {
    const isNew = !seen.has(keyword.toLowerCase())
    seen.add(keyword.toLowerCase())
    return isNew
  })
}
