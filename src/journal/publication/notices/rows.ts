import { sql } from 'kysely'
import type { NoticeKind, NoticeMove, NoticeState } from '../../../contract/rules/articles/notices.ts'
import { moveNotice } from '../../../contract/rules/articles/notices.ts'
import type { AuditEntry } from '../../../platform/audit.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { NoticeAnswerRow, NoticeRow } from '../../../platform/database/notice-tables.ts'
import { DomainError, notFound, refuse } from '../../../platform/errors.ts'
import { isInvolved } from './editors.ts'

export const NOTICE_CHANGED =
  'This notice has been changed since you opened it. Please reload the page to see what has happened.'

/** Reads a notice and locks it until the transaction ends; undefined if there is none. */
export const lockNotice = (tx: Tx, id: string): Promise<NoticeRow | undefined> =>
  tx
    .updateTable('notices')
    .set({ version: sql<number>`version` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** By its own id or that of the article that it has become, by which readers know it. */
export const findNotice = (db: Db, id: string): Promise<NoticeRow | undefined> =>
  db
    .selectFrom('notices')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '=', id), eb('article_id', '=', id)]))
    .executeTakeFirst()

/** The ids of the articles that a notice is about, in its order. */
export async function idsAbout(db: Db, noticeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notice_articles')
    .select('about_id')
    .where('notice_id', '=', noticeId)
    .orderBy('position')
    .execute()
  return rows.map(({ about_id }) => about_id)
}

/** The people who are asked about a notice, in the order of the authors. */
export const loadAnswers = (
  db: Db,
  noticeId: string,
): Promise<(Omit<NoticeAnswerRow, 'may_print'> & { may_print: number })[]> =>
  db.selectFrom('notice_answers').selectAll().where('notice_id', '=', noticeId).orderBy('position').execute()

export interface OpenedNotice {
  notice: NoticeRow
  /** The ids of the articles that it is about. */
  about: string[]
  /** The state after the move. */
  state: NoticeState
}

/**
 * Locks a notice for a move by an editor. It does not exist for authors of its articles and recused editors, and is refused to
 * who has seen an older version.
 */
export async function openForMove(
  tx: Tx,
  { userId }: Caller,
  { id, version }: { id: string; version?: number },
  move: NoticeMove,
): Promise<OpenedNotice> {
  const notice = await lockNotice(tx, id)
  const about = notice ? await idsAbout(tx, id) : []
  if (!notice || (await isInvolved(tx, userId, about))) throw notFound('Notice')
  const moved = moveNotice(notice.state, move, 'editor')
  if ('kind' in moved) refuse(moved)
  if (version !== undefined && version !== notice.version) throw new DomainError('conflict', NOTICE_CHANGED)
  return { notice, about, state: (moved as { state: NoticeState }).state }
}

/** Writes a change of a notice that is locked. */
export async function changeNotice(tx: Tx, notice: NoticeRow, changes: Partial<NoticeRow>): Promise<NoticeRow> {
  const next = { ...changes, version: notice.version + 1 }
  await tx.updateTable('notices').set(next).where('id', '=', notice.id).execute()
  return { ...notice, ...next }
}

/** The same entry for every article that a notice is about. */
export async function noteForEach(
  tx: Tx,
  actorId: string | null,
  about: readonly string[],
  entryOf: (articleId: string) => AuditEntry,
): Promise<void> {
  for (const id of about) await writeAuditEntry(tx, actorId, ...entryOf(id))
}

/** A published notice about an article, as far as its standing depends on it. */
export interface InForce {
  id: string
  kind: NoticeKind
  closesId: string | null
}

/** The published notices about an article. */
export const noticesInForce = (db: Db, articleId: string): Promise<InForce[]> =>
  db
    .selectFrom('notices')
    .innerJoin('notice_articles', 'notice_articles.notice_id', 'notices.id')
    .select(['notices.id', 'notices.kind', 'notices.closes_id as closesId'])
    .where('notice_articles.about_id', '=', articleId)
    .where('notices.state', '=', 'published')
    .execute()
