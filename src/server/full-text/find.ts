import type { FullTextOutline, FullTextPage, OutlineSection } from '../../contract/api/full-texts.ts'
import { pageMeta } from '../../contract/domain/page-numbers.ts'
import type { Db } from '../database/connect.ts'

/** A book has thousands of headings; lists of contents show two levels. */
const SHOWN_LEVELS = 2

/** One part of an article's text; without HTML beyond the last one. Null if the article has no text. */
export async function findFullText(db: Db, articleId: string, part: number): Promise<FullTextPage | null> {
  const row = await db
    .selectFrom('full_texts as text')
    .leftJoin('full_text_parts as page', (join) =>
      join.onRef('page.article_id', '=', 'text.article_id').on('page.part', '=', part),
    )
    .select(['text.outline', 'page.html'])
    .where('text.article_id', '=', articleId)
    .executeTakeFirst()
  if (!row?.outline) return null
  const whole = JSON.parse(row.outline) as FullTextOutline
  const outline = { ...whole, sections: upTo(SHOWN_LEVELS, whole.sections) }
  return { outline, meta: pageMeta(part, 1, outline.parts), html: row.html ?? '' }
}

const upTo = (levels: number, sections: readonly OutlineSection[]): OutlineSection[] =>
  sections.map((section) => ({ ...section, sections: levels > 1 ? upTo(levels - 1, section.sections) : [] }))
