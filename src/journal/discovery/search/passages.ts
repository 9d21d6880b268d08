import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { Passage } from '../../documents/jats/html/render.ts'

/** The passages of articles as they are stored, as JSON by article; of its full text, or else of its PDF. */
export async function storedPassages(db: Db, articleIds: readonly string[]): Promise<Map<string, string>> {
  if (!articleIds.length) return new Map()
  const { rows } = await sql<{ article_id: string; passages: string }>`
    select article_id, passages from pdf_texts where passages is not null and article_id in (${sql.join(articleIds)})
    union all
    select article_id, passages from full_texts where passages is not null and article_id in (${sql.join(articleIds)})`.execute(
    db,
  )
  // The later ones replace the earlier ones.
  return new Map(rows.map(({ article_id, passages }) => [article_id, passages]))
}

export async function passagesOf(db: Db, articleId: string): Promise<Passage[]> {
  const json = (await storedPassages(db, [articleId])).get(articleId)
  return json === undefined ? [] : (JSON.parse(json) as Passage[])
}
