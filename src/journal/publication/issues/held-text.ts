import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { TextToAttach } from '../articles/full-text/draft.ts'
import { insertFile } from '../files/stored-files.ts'

/** Where the files of full texts are stored that have waited. */
export type Keeping = Pick<TextToAttach, 'keep' | 'publicUrl'>

/**
 * Keeps the full text of an article with its hold, as it was previewed: what becomes part of the article's file, and its pictures.
 * It is no text of the article before the issue is published, and goes with the hold.
 */
export async function keepText(
  tx: Tx,
  articleId: string,
  { text, pictures, isHeld }: Pick<TextToAttach, 'text' | 'pictures' | 'isHeld'>,
): Promise<void> {
  const { body = null, back = null } = text.jats ?? {}
  await tx.insertInto('held_texts').values({ article_id: articleId, file_id: text.upload.id, body, back }).execute()
  for (const [position, picture] of pictures.entries()) {
    if (!isHeld) await insertFile(tx, picture)
    await tx.insertInto('held_figures').values({ article_id: articleId, position, file_id: picture.id }).execute()
  }
}

/** The full text that waits with an article, for the approval that publishes it. */
export async function loadHeldText(db: Db, articleId: string, keeping: Keeping): Promise<TextToAttach | undefined> {
  const held = await db
    .selectFrom('held_texts')
    .innerJoin('files', 'files.id', 'held_texts.file_id')
    .selectAll('files')
    .select(['held_texts.body', 'held_texts.back'])
    .where('held_texts.article_id', '=', articleId)
    .executeTakeFirst()
  if (!held) return undefined
  const { body, back, ...upload } = held
  const pictures = await db
    .selectFrom('held_figures')
    .innerJoin('files', 'files.id', 'held_figures.file_id')
    .selectAll('files')
    .where('held_figures.article_id', '=', articleId)
    .orderBy('held_figures.position')
    .execute()
  const jats = body === null || back === null ? null : { body, back }
  return { text: { upload, jats }, pictures, ...keeping, heldId: upload.id, isHeld: true }
}
