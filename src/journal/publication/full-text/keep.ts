import type { Db, Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue.ts'
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
}

/** Has the text of an article rendered as soon as the transaction has ended: its file or a picture is another. */
export const queueFullText = (tx: Tx, articleId: string): Promise<void> => enqueueJob(tx, 'texts', articleId)

/** Has all texts rendered again that an earlier renderer has made; until then they stay as they are. */
export async function queueOutdatedTexts(db: Db): Promise<void> {
  const at = now()
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'run_after', 'created_at'])
    .expression((select) =>
      select
        .selectFrom('full_texts')
        .select(({ val }) => [
          val('texts' as const).as('kind'),
          'article_id',
          val('').as('run_after'),
          val(at).as('created_at'),
        ])
        .where('renderer', '<', RENDERER),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute()
}
