import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { newId } from '../../../platform/ids.ts'
import { notifyAuthor, notifyEditors } from './notify.ts'

/**
 * Keeps a message between the author and the editor of a case, which is locked; the other side gets an email. The
 * last message sent again is the same message.
 */
export async function sendCaseMessage(
  tx: Tx,
  sender: Pick<Caller, 'userId'>,
  from: 'author' | 'editor',
  { articleId, text }: { articleId: string; text: string },
): Promise<void> {
  const last = await tx
    .selectFrom('case_messages')
    .select(['from_side', 'text', 'at'])
    .where('article_id', '=', articleId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.from_side === from && last.text === text) return
  const messageId = newId()
  // Two messages of one millisecond stay in the order in which they were sent.
  const at = new Date(Math.max(Date.now(), last ? Date.parse(last.at) + 1 : 0)).toISOString()
  await tx
    .insertInto('case_messages')
    .values({ id: messageId, article_id: articleId, from_side: from, user_id: sender.userId, text, at })
    .execute()
  if (from === 'author') await notifyEditors(tx, 'editor-message', { articleId, messageId })
  else await notifyAuthor(tx, 'author-message', { articleId, messageId })
}
