import {
  DRAFT_CHANGED,
  type DraftText,
  OTHER_DRAFTS_MAX,
  type OwnDrafts,
  TOO_MANY_DRAFTS,
} from '../../../contract/api/submission-drafts.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { SubmissionDraftRow } from '../../../platform/database/submission-draft-tables.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'

const draftsOf = (db: Db, userId: string) => db.selectFrom('submission_drafts').where('user_id', '=', userId)

export async function ownDrafts(db: Db, userId: string): Promise<OwnDrafts> {
  const current = await draftsOf(db, userId).selectAll().where('id', '=', userId).executeTakeFirst()
  const others = await draftsOf(db, userId)
    .select(['id', 'title', 'saved_at'])
    .where('id', '<>', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute()
  const { content, revision, saved_at } = current ?? { content: null, revision: 0, saved_at: '' }
  return {
    draft: content === null ? null : { content, revision, savedAt: saved_at },
    revision,
    others: others.map(({ id, title, saved_at }) => ({ id, title: plainTitle(title), savedAt: saved_at })),
  }
}

/** One change of a person's drafts at a time, on all their devices. Returns the draft that is written on. */
async function lockDrafts(tx: Tx, userId: string): Promise<SubmissionDraftRow | undefined> {
  await lockForUpdate(tx, 'users', userId)
  return draftsOf(tx, userId).selectAll().where('id', '=', userId).executeTakeFirst()
}

/** Another device that has saved since is asked about, not overwritten. */
function requireRevision(current: SubmissionDraftRow | undefined, revision: number): void {
  if ((current?.revision ?? 0) !== revision) throw new DomainError('conflict', DRAFT_CHANGED)
}

async function write(tx: Tx, row: SubmissionDraftRow, files: readonly string[]): Promise<void> {
  const { id, user_id, ...rest } = row
  await tx
    .insertInto('submission_drafts')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute()
  const ids = files.flatMap((url) => fileIdOf(url) ?? [])
  const own = ids.length
    ? await tx.selectFrom('files').select('id').where('id', 'in', ids).where('owner_id', '=', user_id).execute()
    : []
  await tx.deleteFrom('submission_draft_files').where('draft_id', '=', id).execute()
  const rows = own.map((file) => ({ draft_id: id, file_id: file.id }))
  if (rows.length) await tx.insertInto('submission_draft_files').values(rows).execute()
}

/** Keeps what was typed from `revision` on. The same text sent twice, because an answer was lost, is one save. */
export async function saveDraft(
  tx: Tx,
  userId: string,
  { content: { content, title, files }, revision }: { content: DraftText; revision: number },
): Promise<{ revision: number; savedAt: string }> {
  const current = await lockDrafts(tx, userId)
  if (current && current.revision === revision + 1 && current.content === content)
    return { revision: current.revision, savedAt: current.saved_at }
  requireRevision(current, revision)
  const row = { id: userId, user_id: userId, content, title, revision: revision + 1, saved_at: now() }
  await write(tx, row, files)
  return { revision: row.revision, savedAt: row.saved_at }
}

/** Keeps a text besides: of two that have come apart, the one that is not gone on with. */
export async function setAside(tx: Tx, userId: string, { content, title, files }: DraftText): Promise<void> {
  await lockDrafts(tx, userId)
  const others = await draftsOf(tx, userId).select(['id', 'content']).where('id', '<>', userId).execute()
  if (others.some((other) => other.content === content)) return
  if (others.length >= OTHER_DRAFTS_MAX) throw new DomainError('conflict', TOO_MANY_DRAFTS)
  await write(tx, { id: newId(), user_id: userId, content, title, revision: 1, saved_at: now() }, files)
}

/** The two change places: what each has of its files goes with it. */
export async function resumeDraft(tx: Tx, userId: string, id: string, revision: number): Promise<void> {
  const current = await lockDrafts(tx, userId)
  const other =
    id === userId ? undefined : await draftsOf(tx, userId).selectAll().where('id', '=', id).executeTakeFirst()
  if (!other) throw notFound('Draft')
  requireRevision(current, revision)
  const filesOf = async (draft: string) => {
    const rows = await tx.selectFrom('submission_draft_files').select('file_id').where('draft_id', '=', draft).execute()
    return rows.map(({ file_id }) => file_id)
  }
  const [own, others] = [await filesOf(userId), await filesOf(id)]
  await tx.deleteFrom('submission_draft_files').where('draft_id', 'in', [userId, id]).execute()
  await write(tx, { ...other, id: userId, revision: revision + 1, saved_at: now() }, [])
  if (current?.content == null) await tx.deleteFrom('submission_drafts').where('id', '=', id).execute()
  else await write(tx, { ...current, id }, [])
  const rows = [
    ...others.map((file_id) => ({ draft_id: userId, file_id })),
    ...(current?.content == null ? [] : own.map((file_id) => ({ draft_id: id, file_id }))),
  ]
  if (rows.length) await tx.insertInto('submission_draft_files').values(rows).execute()
}

/** Its text and files are gone; its number goes on, so that a device that has slept does not take an older text for the newest. */
const emptyDraft = async (tx: Tx, current: SubmissionDraftRow): Promise<void> =>
  write(tx, { ...current, content: null, title: '', revision: current.revision + 1, saved_at: now() }, [])

export async function discardDraft(tx: Tx, userId: string, revision: number): Promise<void> {
  const current = await lockDrafts(tx, userId)
  if (current?.content == null) return
  requireRevision(current, revision)
  await emptyDraft(tx, current)
}

export async function discardOther(tx: Tx, userId: string, id: string): Promise<void> {
  if (id === userId) throw notFound('Draft')
  const gone = await tx
    .deleteFrom('submission_drafts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!gone.numDeletedRows) throw notFound('Draft')
}

/** A manuscript has been submitted: the draft that these files belong to has become it. */
export async function endDraft(tx: Tx, userId: string, fileIds: readonly string[]): Promise<void> {
  const current = await lockDrafts(tx, userId)
  if (current?.content == null) return
  const shared = await tx
    .selectFrom('submission_draft_files')
    .select('file_id')
    .where('draft_id', '=', userId)
    .where('file_id', 'in', fileIds)
    .executeTakeFirst()
  if (shared) await emptyDraft(tx, current)
}
