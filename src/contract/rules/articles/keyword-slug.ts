import { anchorOf } from '../text/anchor.ts'
import { keywordList } from './keywords.ts'
import { inNormalForm } from '../text/normal-form.ts'

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
