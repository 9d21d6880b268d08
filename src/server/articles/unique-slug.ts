import { plainTitle } from '../../contract/domain/inline-markup.ts'
import { slugOf } from '../../contract/api/slug.ts'
import type { Tx } from '../database/connect.ts'

const LONGEST = 80

/**
 * A slug for this title that no other article has: the title's words up to 80 characters, with -2, -3 …
 * appended if it is taken. The unique index has the final say: concurrent writers may choose the same slug,
 * and the second one retries.
 */
export async function unusedArticleSlug(tx: Tx, title: string): Promise<string> {
  const base = titleSlug(title)
  const rows = await tx
    .selectFrom('articles')
    .select('slug')
    .where((where) => where.or([where('slug', '=', base), where('slug', 'like', `${base}-%`)]))
    .execute()
  return firstFree(base, new Set(rows.map((row) => row.slug)))
}

/** The words of a title as a slug, cut between words. */
export function titleSlug(title: string): string {
  const whole = slugOf(plainTitle(title)).replace(/^-|-$/g, '')
  if (whole.length <= LONGEST) return whole || 'article'
  const cut = whole.slice(0, LONGEST + 1)
  return cut.slice(0, cut.lastIndexOf('-') > 0 ? cut.lastIndexOf('-') : LONGEST)
}

/** `base`, or the first of `base`-2, `base`-3 … that is free. */
export function firstFree(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
