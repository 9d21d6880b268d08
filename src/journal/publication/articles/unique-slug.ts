import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { slugOf } from '../../../contract/api/field-schemas.ts'
import type { Tx } from '../../../platform/database/connect.ts'

const LONGEST = 80

/** The first numbers, which are looked up together, and then each twice the one before, up to a million. */
const FIRST = [2, 3, 4, 5, 6, 7, 8]
const NUMBERS = [...FIRST, ...Array.from({ length: 17 }, (_, at) => 2 ** (at + 4))]

/**
 * A slug for this title that no other article has: the title's words up to 80 characters, with -2, -3 …
 * appended if it is taken. However many articles share a title, some twenty slugs are looked up. The unique index
 * has the final say: concurrent writers may choose the same slug, and the second one retries.
 */
export async function unusedArticleSlug(tx: Tx, title: string): Promise<string> {
  const base = titleSlug(title)
  const numbered = (number: number) => `${base}-${number}`
  const taken = await findTaken(tx, [base, ...NUMBERS.map(numbered)])
  if (!taken.has(base)) return base
  const at = NUMBERS.findIndex((number) => !taken.has(numbered(number)))
  let free = NUMBERS[at]!
  let last = NUMBERS[at - 1] ?? 1
  while (free - last > 1) {
    const middle = Math.floor((last + free) / 2)
    if ((await findTaken(tx, [numbered(middle)])).size) last = middle
    else free = middle
  }
  return numbered(free)
}

async function findTaken(tx: Tx, slugs: string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('articles').select('slug').where('slug', 'in', slugs).execute()
  return new Set(rows.map(({ slug }) => slug))
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
