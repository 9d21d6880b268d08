import {
  casePolicy,
  type CaseRelation,
  type CaseVerb,
  STRANGER,
} from '../../../contract/rules/peer-review/case-policy.ts'
import type { Caller } from '../../../platform/call.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { notFound, refuse } from '../../../platform/errors.ts'
import { isRecused } from '../recusal.ts'
import { isProducedFor, isSectionEditorOf } from '../who-sees.ts'
import { lockCase } from './case-rows.ts'
import { loadCase, type WholeCase } from './load-cases.ts'

type User = Pick<Caller, 'userId' | 'role'>

/** What a user is to a case as an editor. */
async function relationAsEditor(db: Db, caller: User, articleId: string): Promise<CaseRelation> {
  if (await isRecused(db, caller.userId, articleId)) return { ...STRANGER, isRecused: true }
  // They edit every other case: whether they are guests of it makes no difference.
  if (isAdministrator(caller)) return STRANGER
  const guest = await db
    .selectFrom('case_editors')
    .select('user_id')
    .where('article_id', '=', articleId)
    .where('user_id', '=', caller.userId)
    .where('is_guest', '=', 1)
    .where('recused_at', 'is', null)
    .executeTakeFirst()
  return {
    ...STRANGER,
    isGuestEditor: guest !== undefined,
    isSectionEditor: await isSectionEditorOf(db, caller.userId, articleId),
  }
}

export const isEditorOf = async (db: Db, user: User, articleId: string): Promise<boolean> =>
  casePolicy.can(user, 'edit', await relationAsEditor(db, user, articleId))

type EditorVerb = Extract<CaseVerb, 'edit' | 'nameEditors'>

/** Throws the same error for every article, whether it exists or not, unless the caller edits its case. */
export async function requireEditor(
  db: Db,
  caller: Caller,
  articleId: string,
  verb: EditorVerb = 'edit',
): Promise<void> {
  refuse(casePolicy.refusal(caller, verb, await relationAsEditor(db, caller, articleId)))
}

/** A case for reading, by one of its editors. */
export async function caseForEditor(db: Db, caller: Caller, articleId: string): Promise<WholeCase> {
  await requireEditor(db, caller, articleId)
  const loaded = await loadCase(db, articleId)
  if (!loaded) throw notFound('Manuscript')
  return loaded
}

/** A case for a change by one of its editors: its article is locked until the transaction ends. */
export async function lockCaseForEditor(tx: Tx, caller: Caller, articleId: string, verb: EditorVerb = 'edit') {
  const locked = await lockCase(tx, articleId).catch(async (error: unknown) => {
    await requireEditor(tx, caller, articleId, verb)
    throw error
  })
  await requireEditor(tx, caller, articleId, verb)
  return locked
}

/** The same for what those do too who make proofs, of manuscripts that are accepted for good. */
export async function lockCaseForProofs(tx: Tx, caller: Caller, articleId: string) {
  const locked = await lockCase(tx, articleId).catch(() => null)
  return locked && (await isProducedFor(tx, caller, articleId)) ? locked : lockCaseForEditor(tx, caller, articleId)
}

export const isSubmitterOf = async (db: Db, userId: string, articleId: string): Promise<boolean> =>
  (await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', articleId)
    .where('submitter_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** A case for a change by the author who submitted it; others get 'not found'. */
export async function lockCaseForAuthor(tx: Tx, caller: Caller, articleId: string) {
  const locked = await lockCase(tx, articleId)
  const isSubmitter = locked.article.submitter_id === caller.userId
  refuse(casePolicy.refusal(caller, 'actAsAuthor', { ...STRANGER, isSubmitter }))
  return locked
}
