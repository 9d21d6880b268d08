import type { Db, Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { keepReferences } from '../../../platform/search-engine/article-terms.ts'
import type { RenderedText } from '../../documents/jats/html/render.ts'
import { RENDERER } from '../../documents/jats/html/renderer-version.ts'

/** Stores what was rendered of an article in place of what is there; null: its file has no text. */
export async function keepFullText(tx: Tx, articleId: string, text: RenderedText | null): Promise<void> {
  await tx.deleteFrom('full_texts').where('article_id', '=', articleId).execute()
  await tx
    .insertInto('full_texts')
    .values({
      article_id: articleId,
      renderer: RENDERER,
      outline: text && JSON.stringify(text.outline),
      passages: text && JSON.stringify(text.passages),
    })
    .execute()
  const parts = text?.parts.map((html, index) => ({ article_id: articleId, part: index + 1, html })) ?? []
  if (parts.length) await tx.insertInto('full_text_parts').values(parts).execute()
  await keepReferences(tx, articleId, text?.parts ?? [])
  await tx.deleteFrom('texts_to_render').where('article_id', '=', articleId).execute()
}

/** Has the text of an article rendered as soon as the transaction has ended: its file or a picture is another. */
export async function queueFullText(tx: Tx, articleId: string): Promise<void> {
  await tx
    .insertInto('texts_to_render')
    .values({ article_id: articleId, attempts: 0, next_try_at: now() })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet({ attempts: 0, next_try_at: now() }))
    .execute()
}

/** Has all texts rendered again that an earlier renderer has made; until then they stay as they are. */
export async function queueOutdatedTexts(db: Db): Promise<void> {
  await db
    .insertInto('texts_to_render')
    .columns(['article_id', 'attempts', 'next_try_at'])
    .expression((select) =>
      select
        .selectFrom('full_texts')
        .select(({ val }) => ['article_id', val(0).as('attempts'), val(now()).as('next_try_at')])
        .where('renderer', '<', RENDERER),
    )
    .onConflict((conflict) => conflict.column('article_id').doNothing())
    .execute()
}
