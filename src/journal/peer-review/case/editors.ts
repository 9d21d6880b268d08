import { UNCONFIRMED_ADDRESS } from '../../../contract/api/users.ts'
import { identityOf } from '../../../contract/rules/peer-review/conflicts.ts'
import { likenessOf } from '../../../contract/rules/people/same-person.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import { changeCase } from '../cases/case-rows.ts'
import { notifyAdministrators, send } from '../cases/notify.ts'
import { isEditorOf, lockCaseForEditor } from '../cases/relation.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { lockUser } from '../../accounts/users/commands.ts'
import { AS_NAMED, isRecused, noteRecusals, recusedUsers } from '../recusal.ts'
import { sectionEditorsOf } from '../who-sees.ts'
import { readCasePeople } from '../invite/on-the-case.ts'

export const NOT_AN_EDITOR = 'This person cannot edit this manuscript. Please reload the page.'
export const NO_SUCH_ACCOUNT = 'No account has this address. Please ask them to sign up first.'
export const AUTHOR_OR_RECUSED = 'This person is an author of this manuscript, or has declared a conflict of interest.'
export const IS_REVIEWER = 'This person has been asked to review this manuscript.'
export const ALREADY_EDITOR = 'This person can edit this manuscript already.'
export const NOT_TO_LIFT =
  'This person is recused for a reason that cannot be put right here: they sent or review the manuscript, or have declared a conflict of interest.'
/** The same for every manuscript: otherwise it would tell of which one they have opened a request to pay less. */
export const LOOKS_AFTER_FEES = 'This person looks after fees, or did, so they cannot be a guest editor.'
export const LAST_EDITOR =
  'You are the only editor of this manuscript. Before you declare a conflict of interest, please invite a guest editor, or ask a managing editor to give it to someone else.'

/** Names the editor who handles a case, or nobody. */
export async function setEditor(
  tx: Tx,
  caller: Caller,
  { id, userId }: { id: string; userId: string | null },
): Promise<void> {
  if (userId !== null) await saveAccount(tx, caller, userId)
  const { theCase } = await lockCaseForEditor(tx, caller, id, 'nameEditors')
  if (theCase.editor_id === userId) return
  const editor = userId === null ? undefined : await accountWith(tx, 'id', userId)
  if (userId !== null && !(editor && (await isEditorOf(tx, { userId, role: editor.role }, id)))) {
    throw invalid('userId', NOT_AN_EDITOR)
  }
  await changeCase(tx, id, { editor_id: userId })
  await writeAuditEntry(tx, caller.userId, 'article.change-editor', id, { after: { editorId: userId } })
  if (editor && editor.id !== caller.userId) await send(tx, 'editor-case-assigned', editor.email, { articleId: id })
}

/** Lets the owner of an account edit one case; they handle it if nobody else does. */
export async function inviteGuestEditor(
  tx: Tx,
  caller: Caller,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const named = await accountWith(tx, 'email', email)
  if (named) await saveAccount(tx, caller, named.id)
  const { theCase } = await lockCaseForEditor(tx, caller, id, 'nameEditors')
  const guest = await accountWith(tx, 'email', email)
  if (!guest) throw invalid('email', NO_SUCH_ACCOUNT)
  if (guest.email_confirmed_at === null) throw invalid('email', UNCONFIRMED_ADDRESS)
  if (await lookedAfterFees(tx, guest.id)) throw invalid('email', LOOKS_AFTER_FEES)
  if (await isReviewer(tx, guest, id)) throw invalid('email', IS_REVIEWER)
  if (await isRecused(tx, guest.id, id)) throw invalid('email', AUTHOR_OR_RECUSED)
  if (await isEditorOf(tx, { userId: guest.id, role: guest.role }, id)) throw invalid('email', ALREADY_EDITOR)
  await tx
    .insertInto('case_editors')
    .values({ article_id: id, user_id: guest.id, is_guest: 1, since: now(), recused_at: null, reason: null })
    .execute()
  if (theCase.editor_id === null) await changeCase(tx, id, { editor_id: guest.id })
  await writeAuditEntry(tx, caller.userId, 'article.change-editor', id, {
    after: { editorId: guest.id, isGuest: true },
  })
  await send(tx, 'editor-case-assigned', guest.email, { articleId: id })
}

/** Ends the part of a guest editor; the case is free again if they handled it. Nothing to do if it has ended already. */
export async function removeGuestEditor(
  tx: Tx,
  caller: Caller,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const { theCase } = await lockCaseForEditor(tx, caller, id, 'nameEditors')
  const { numDeletedRows } = await tx
    .deleteFrom('case_editors')
    .where('article_id', '=', id)
    .where('user_id', '=', userId)
    .where('is_guest', '=', 1)
    .where('recused_at', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  if (theCase.editor_id === userId) await changeCase(tx, id, { editor_id: null })
  await writeAuditEntry(tx, caller.userId, 'article.change-editor', id, { after: { editorId: null, isGuest: true } })
}

/** The caller declares a conflict of interest, and gets from then on what an author gets. */
export async function recuse(
  tx: Tx,
  caller: Caller,
  { id, reason, ifLast = LAST_EDITOR }: { id: string; reason: string; ifLast?: string },
): Promise<void> {
  const { theCase } = await lockCaseForEditor(tx, caller, id)
  if (!(await hasOtherEditor(tx, caller.userId, id))) throw new DomainError('conflict', ifLast)
  const at = now()
  await tx
    .insertInto('case_editors')
    .values({
      article_id: id,
      user_id: caller.userId,
      is_guest: 0,
      since: at,
      recused_at: at,
      reason,
    })
    .onConflict((conflict) => conflict.columns(['article_id', 'user_id']).doUpdateSet({ recused_at: at, reason }))
    .execute()
  if (theCase.editor_id === caller.userId) {
    await changeCase(tx, id, { editor_id: null })
    await notifyAdministrators(tx, 'editor-case-free', { articleId: id })
  }
  await writeAuditEntry(tx, caller.userId, 'article.recuse', id, { after: { editorId: caller.userId } })
}

/**
 * Ends the recusal of someone whom others have named as an author by mistake: another administrator does, with a
 * reason. It ends nothing that the person has done, and another address or iD among the authors recuses them again.
 */
export async function liftRecusal(
  tx: Tx,
  caller: Caller,
  { id, userId, reason }: { id: string; userId: string; reason: string },
): Promise<void> {
  await lockCaseForEditor(tx, caller, id, 'nameEditors')
  await noteRecusals(tx, { userId, articleId: id })
  const at = now()
  const { numUpdatedRows } = await tx
    .updateTable('case_recusals')
    .set({ lifted_at: at, lifted_by: caller.userId, lifted_reason: reason })
    .where('article_id', '=', id)
    .where('user_id', '=', userId)
    .where('cause', 'in', AS_NAMED)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || (await isRecused(tx, userId, id))) throw new DomainError('conflict', NOT_TO_LIFT)
  await writeAuditEntry(tx, caller.userId, 'article.lift-recusal', id, { after: { editorId: userId } })
}

/**
 * Locks an account before it is given a case: it is neither deleted nor loses its role meanwhile. Accounts are locked
 * before articles, as when one is deleted.
 */
async function saveAccount(tx: Tx, caller: Caller, userId: string): Promise<void> {
  if (isAdministrator(caller)) await lockUser(tx, userId)
}

/** An account, unless it has been deleted. */
const accountWith = (tx: Tx, column: 'id' | 'email', value: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where((where) => where(where.fn<string>('lower', [column]), '=', value.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

async function hasOtherEditor(tx: Tx, userId: string, articleId: string): Promise<boolean> {
  const guests = tx
    .selectFrom('case_editors')
    .select('user_id')
    .where('article_id', '=', articleId)
    .where('is_guest', '=', 1)
    .where('recused_at', 'is', null)
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '<>', userId)
    .where((where) =>
      where.or([
        where.and([
          where.or([where('role', '=', 'admin'), where('id', 'in', sectionEditorsOf(articleId))]),
          where('id', 'not in', recusedUsers(articleId)),
        ]),
        where('id', 'in', guests),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** True if someone looks after fees, or did at any time. */
const lookedAfterFees = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('duties')
    .select('id')
    .where('user_id', '=', userId)
    .where('duty', '=', 'fees')
    .executeTakeFirst()) !== undefined

/** True if this account, its mailbox or its ORCID iD is that of someone who reviews the manuscript or helps with it. */
async function isReviewer(tx: Tx, { id, email, orcid, full_name }: UserRow, articleId: string): Promise<boolean> {
  const account = identityOf({ fullName: full_name, emails: [email], orcid, affiliation: '', userId: id })
  const { people } = await readCasePeople(tx, articleId, id)
  return people.some(({ candidate }) => likenessOf(account, identityOf(candidate))?.likeness === 'same')
}
