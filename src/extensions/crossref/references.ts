import type { Db } from '../../platform/database/connect.ts'

/** An entry of an article's reference list: its DOI, or else its wording. */
export interface DepositedReference {
  doi: string | null
  text: string
}

/** Longer lists and entries are mistakes of a file. */
const REFERENCES_MAX = 1000
const TEXT_MAX = 2000
/** As Crossref's schema has it. */
const DOI = /^10\.\d{4,9}\/.{1,200}$/

/** The references of articles, as they were read from their full texts. One query. */
export async function referencesOfArticles(
  db: Db,
  articleIds: readonly string[],
): Promise<Map<string, DepositedReference[]>> {
  if (!articleIds.length) return new Map()
  const rows = await db
    .selectFrom('article_references')
    .select(['article_id', 'doi', 'text'])
    .where('article_id', 'in', articleIds)
    .where('position', '<=', REFERENCES_MAX)
    .orderBy('article_id')
    .orderBy('position')
    .execute()
  const references = new Map<string, DepositedReference[]>()
  for (const [id, entries] of Map.groupBy(rows, ({ article_id }) => article_id)) {
    references.set(
      id,
      entries.flatMap(({ doi, text }) => reference(doi, text) ?? []),
    )
  }
  return references
}

function reference(doi: string | null, text: string): DepositedReference | null {
  const shown = text.slice(0, TEXT_MAX).toWellFormed().trim()
  if (doi !== null && DOI.test(doi)) return { doi, text: shown }
  return shown === '' ? null : { doi: null, text: shown }
}

/** After so many failures the text is not waited for any more. */
const PATIENCE = 3

/** True while the full text of an article, and with it the reference list, is still to be read. */
export async function isTextAwaited(db: Db, articleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('attempts')
    .where('kind', '=', 'texts')
    .where('subject', '=', articleId)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined && row.attempts < PATIENCE
}
