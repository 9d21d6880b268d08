import { CASE_EDITORS_ONLY } from '../../../contract/rules/peer-review/case-access.ts'
import type { Caller } from '../../../platform/call.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { isRecused } from '../recusal.ts'
import { lockCase } from './case-rows.ts'
import { loadCase, type WholeCase } from './load-cases.ts'

/** True if the user edits this case: an administrator or its guest editor, unless recused. */
export async function isEditorOf(db: Db, caller: Pick<Caller, 'userId' | 'role'>, articleId: string): Promise<boolean> {
  if (await isRecused(db, caller.userId, articleId)) return false
  if (isAdministrator(caller)) return true
  const row = await db
    .selectFrom('case_editors')
    .select('user_id')
    .where('article_id', '=', articleId)
    .where('user_id', '=', caller.userId)
    .where('is_guest', '=', 1)
    .where('recused_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Throws the same error for every article, whether it exists or not, unless the caller edits its case. */
export async function requireEditor(db: Db, caller: Caller, articleId: string): Promise<void> {
  if (!(await isEditorOf(db, caller, articleId))) throw new DomainError('forbidden', CASE_EDITORS_ONLY)
}

/** A case for reading, by one of its editors. */
export async function caseForEditor(db: Db, caller: Caller, articleId: string): Promise<WholeCase> {
  await requireEditor(db, caller, articleId)
  const loaded = await loadCase(db, articleId)
  if (!loaded) throw notFound('Manuscript')
  return loaded
}

/** A case for a change by one of its editors: its article is locked until the transaction ends. */
export async function lockCaseForEditor(tx: Tx, caller: Caller, articleId: string) {
  const locked = await lockCase(tx, articleId).catch(async (error: unknown) => {
    await requireEditor(tx, caller, articleId)
    throw error
  })
  await requireEditor(tx, caller, articleId)
  return locked
}

/** A case for a change by the author who submitted it; others get 'not found'. */
export async function lockCaseForAuthor(tx: Tx, caller: Caller, articleId: string) {
  const locked = await lockCase(tx, articleId)
  if (locked.article.submitter_id !== caller.userId) throw notFound('Manuscript')
  return locked
}
