import type { Tx } from '../../../platform/database/connect.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { aboutRow } from './commands.ts'
import type { FollowingEmail } from './emails.ts'
import { followersOf } from './rows.ts'

/**
 * Writes to who follows an article, in the transaction that publishes the news. `except`: addresses, in small letters,
 * that get an email about the same anyway; who is written to is added.
 */
export async function tellFollowers(
  tx: Tx,
  articleId: string,
  happened: { noticeId: string } | { version: number },
  except: Set<string> = new Set(),
  options: { notBefore?: string | undefined } = {},
): Promise<void> {
  for (const follower of await followersOf(tx, articleId)) {
    if (except.has(follower.email)) continue
    except.add(follower.email)
    const data = { ...aboutRow(follower), articleId, ...happened }
    await enqueue<FollowingEmail>(tx, { kind: 'followed-article', recipient: follower.email, data }, options)
  }
}
