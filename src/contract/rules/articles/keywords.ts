import { anchorOf, inNormalForm } from '../text/plain-text.ts'

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

/** What is longer is a sentence, and has no page. */
const LONGEST = 60

/**
 * The last part of the address of a keyword's page: the same for every spelling that differs only in capitals,
 * spaces, punctuation or compatible forms ('CO₂', 'co2'). Accents and other scripts stay, because they may be all that
 * tells two words apart. Undefined if it cannot have a page.
 */
export function keywordSlug(keyword: string): string | undefined {
  if (keyword.length > 4 * LONGEST) return undefined
  const slug = anchorOf(inNormalForm(keyword, 'NFKC'))
  return slug && slug.length <= LONGEST ? slug : undefined
}

/** A keyword of an article, and its page. */
export interface LinkedKeyword {
  name: string
  slug: string | undefined
}

/** The keywords of a comma-separated text, each with its page; those of one page once. */
export function linkedKeywords(keywords: string): LinkedKeyword[] {
  const seen = new Set<string>()
  return keywordList(keywords)
    .map((name) => ({ name, slug: keywordSlug(name) }))
    .filter(({ name, slug }) => {
      const key = slug ?? name.toLowerCase()
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
}
