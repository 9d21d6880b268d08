import type { FullTextOutline, FullTextPage, OutlineSection } from '../../../contract/api/full-texts.ts'
import { pageMeta } from '../../../contract/rules/site/page-numbers.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** A book has thousands of headings; lists of contents show two levels. */
const SHOWN_LEVELS = 2

/**
 * One part of the text of a public article; without HTML beyond the last one. Null if it has no text, undefined if
 * there is no such article, or not for everyone.
 */
export async function findPublicText(
  db: Db,
  articleId: string,
  part: number,
): Promise<FullTextPage | null | undefined> {
  const row = await db
    .selectFrom('public_articles as article')
    .leftJoin('full_texts as text', 'text.article_id', 'article.id')
    .leftJoin('full_text_parts as page', (join) =>
      join.onRef('page.article_id', '=', 'text.article_id').on('page.part', '=', part),
    )
    .select(['text.outline', 'page.html'])
    .where('article.id', '=', articleId)
    .executeTakeFirst()
  return row && present(row, part)
}

/** The same of any article. */
export async function findFullText(db: Db, articleId: string, part: number): Promise<FullTextPage | null> {
  const row = await db
    .selectFrom('full_texts as text')
    .leftJoin('full_text_parts as page', (join) =>
      join.onRef('page.article_id', '=', 'text.article_id').on('page.part', '=', part),
    )
    .select(['text.outline', 'page.html'])
    .where('text.article_id', '=', articleId)
    .executeTakeFirst()
  return row ? present(row, part) : null
}

function present(row: { outline: string | null; html: string | null }, part: number): FullTextPage | null {
  if (!row.outline) return null
  const whole = JSON.parse(row.outline) as FullTextOutline
  const outline = { ...whole, sections: upTo(SHOWN_LEVELS, whole.sections) }
  return { outline, meta: pageMeta(part, 1, outline.parts), html: row.html ?? '' }
}

const upTo = (levels: number, sections: readonly OutlineSection[]): OutlineSection[] =>
  sections.map((section) => ({ ...section, sections: levels > 1 ? upTo(levels - 1, section.sections) : [] }))
