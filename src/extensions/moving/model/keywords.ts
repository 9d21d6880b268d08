import { withoutRepeats } from '../../../contract/rules/articles/keywords.ts'

/**
 * The keywords of an article: what was typed into one entry with semicolons is as many keywords; blank entries and
 * those that differ only in capitals are left out. A comma stays, because it may belong to a name.
 */
export const keywordsIn = (entries: readonly string[]): string[] =>
  withoutRepeats(
    entries
      .flatMap((entry) => entry.split(/[;\r\n]/))
      .map((keyword) => keyword.replace(/\s+/g, ' ').trim())
      .filter(Boolean),
  )
