import { natureMark, type RetractedDoi } from '../../../contract/rules/articles/retracted-references.ts'
import type { Standing } from '../../../contract/rules/articles/notices.ts'
import { escapeText } from '../../../contract/rules/text/plain-text.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { citedDois, REFERENCE_LINK } from '../../../platform/search-engine/article-terms.ts'

/** Values in one statement, far below the number that a database takes. */
const AT_ONCE = 500

const NATURE_OF: Partial<Record<Standing, RetractedDoi['nature']>> = {
  ...{ retracted: 'retraction', removed: 'retraction', concern: 'concern' },
}

/** Of these DOIs, in small letters and in this order, those that were retracted or are doubted: here or by the loaded list. */
export async function retractedAmong(db: Db, dois: readonly string[]): Promise<RetractedDoi[]> {
  if (!dois.length) return []
  const found = new Map<string, RetractedDoi>()
  for (let from = 0; from < dois.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('retracted_dois')
      .select(['doi', 'nature', 'retracted_on as on'])
      .where('doi', 'in', dois.slice(from, from + AT_ONCE))
      .execute()
    for (const row of rows) found.set(row.doi, row)
  }
  // The notices of this journal know better than a list.
  for (const own of await ownRetracted(db)) found.set(own.doi, own)
  return dois.flatMap((doi) => found.get(doi) ?? [])
}

/** This journal's own. */
export async function ownRetracted(db: Db): Promise<RetractedDoi[]> {
  const rows = await db
    .selectFrom('public_articles')
    .select(['doi', 'standing'])
    .where('standing', 'in', Object.keys(NATURE_OF) as Standing[])
    .where('doi', 'is not', null)
    .execute()
  return rows.map(({ doi, standing }) => ({ doi: doi!.toLowerCase(), nature: NATURE_OF[standing]!, on: null }))
}

/** The same text with a mark at each reference that leads to what was retracted or is doubted. */
export async function markRetracted(db: Db, html: string): Promise<{ html: string; found: RetractedDoi[] }> {
  const found = await retractedAmong(db, citedDois([html]))
  if (!found.length) return { html, found }
  const byDoi = new Map(found.map((one) => [one.doi, one]))
  const marked = html.split(/(?=<li\b)/).map((entry) => {
    const [link] = REFERENCE_LINK.exec(entry) ?? []
    const one = link && byDoi.get(citedDois([link])[0] ?? '')
    return one
      ? entry.replace('<p>', `<p><strong class="ref-retracted">${escapeText(natureMark(one))}</strong> `)
      : entry
  })
  return { html: marked.join(''), found }
}
