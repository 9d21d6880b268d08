import { NOTICES, type NoticeKind } from '../../../contract/rules/articles/notices.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { loadAuthors } from '../articles/contributor-rows.ts'
import { tellFollowers } from '../following/tell.ts'
import { requestersOf } from '../requests/of-notices.ts'
import { ableEditors, signingRefusal } from './editors.ts'
import type { NoticeEmail } from './emails.ts'

/** Writes to the editors who may sign a notice, but for one who has just made it ready. */
export async function tellSigners(
  tx: Tx,
  notice: NoticeRow,
  about: readonly string[],
  { step, except = null }: { step: 'ready' | 'reminder' | 'returned'; except?: string | null },
): Promise<void> {
  const editors = await ableEditors(tx, about)
  for (const { id, email } of editors) {
    if (id === except || (step !== 'returned' && signingRefusal(id, notice, editors.length) !== null)) continue
    const data = { noticeId: notice.id, articleId: about[0]!, step }
    await enqueue<NoticeEmail>(tx, { kind: 'notice-confirm', recipient: email, data })
  }
}

/** Reminds the editors who can act on a concern of the date that it prints. */
export async function tellOfConcern(tx: Tx, { id }: NoticeRow, about: readonly string[], step: string): Promise<void> {
  for (const { email } of await ableEditors(tx, about)) {
    const data = { noticeId: id, articleId: about[0]!, step }
    await enqueue<NoticeEmail>(tx, { kind: 'concern-due', recipient: email, data })
  }
}

/** At most so many citing articles are looked at */
const CITING_MAX = 500

/**
 * Writes to all authors of the articles, once for each address, to who has asked for the notice, to who follows them, and then
 * to the authors of articles here that cite them. `kind`s that are no updates do not concern the last.
 */
export async function tellOfPublication(
  tx: Tx,
  { id, kind }: { id: string; kind: NoticeKind },
  articles: readonly { id: string; doi: string | null; submitter_id: string | null }[],
): Promise<void> {
  const told = new Set([''])
  const tell = async (recipient: string, data: Extract<NoticeEmail, { kind: 'notice-published' }>['data']) => {
    if (told.has(recipient.toLowerCase())) return
    told.add(recipient.toLowerCase())
    await enqueue<NoticeEmail>(tx, { kind: 'notice-published', recipient, data })
  }
  for (const article of articles) {
    const data = { noticeId: id, articleId: article.id, as: 'author' as const }
    for (const { email } of await loadAuthors(tx, [article.id])) await tell(email, data)
    if (article.submitter_id === null) continue
    const submitter = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', article.submitter_id)
      .executeTakeFirst()
    if (submitter) await tell(submitter.email, data)
  }
  for (const { requestId, articleId, email } of await requestersOf(tx, id))
    await tell(email, { noticeId: id, articleId, as: 'requester', requestId })
  for (const article of articles) await tellFollowers(tx, article.id, { noticeId: id }, told)
  if (NOTICES[kind].update === null) return
  for (const article of articles) {
    if (article.doi === null) continue
    const citing = await tx
      .selectFrom('article_references')
      .innerJoin('public_articles', 'public_articles.id', 'article_references.article_id')
      .select('public_articles.id')
      .distinct()
      .where('article_references.doi', '=', article.doi.toLowerCase())
      .where('public_articles.id', '<>', article.id)
      .orderBy('public_articles.id')
      .limit(CITING_MAX)
      .execute()
    for (const { id: citingId } of citing) {
      const data = { noticeId: id, articleId: article.id, as: 'citing' as const, citingId }
      for (const { email } of await loadAuthors(tx, [citingId])) await tell(email, data)
    }
  }
}
