/**
 * The keywords of a comma-separated text. A comma between two digits is part of a name, as in
 * '1,8-cineole', and does not separate.
 */
export const keywordList = (keywords: string): string[] =>
  keywords
    .split(/,(?!\d)|(?<!\d),/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)
