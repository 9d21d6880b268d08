/**
 * The keywords of a comma-separated text. A comma between two digits is part of a name, as in
 * '1,8-cineole', and does not separate.
 */
export const keywordList = (keywords: string): string[] =>
  keywords
    .split(/,(?!\d)|(?<!\d),/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)

/** Keywords as they are stored. */
export const keywordText = (keywords: readonly string[]): string => keywords.join(', ')

/**
 * The keywords that are complete in what somebody is typing, and what is not: a semicolon or a line
 * break ends one, and so does a comma, but one after a digit only with the character that follows.
 */
export function completeKeywords(typed: string): { complete: string[]; rest: string } {
  const parts = typed.split(/[;\r\n]|(?<!\d),|,(?=\D)/)
  const rest = parts.pop()!
  return { complete: parts.flatMap(keywordList), rest: rest.trimStart() }
}

/** Each keyword once, whatever its capitals, in the spelling that came first. */
export function withoutRepeats(keywords: readonly string[]): string[] {
  const seen = new Set<string>()
  return keywords.filter((keyword) => {
    const isNew = !seen.has(keyword.toLowerCase())
    seen.add(keyword.toLowerCase())
    return isNew
  })
}
