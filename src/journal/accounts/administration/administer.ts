import type { Role } from '../../../contract/rules/accounts/access.ts'
import { userPolicy } from '../../../contract/rules/accounts/users.ts'
import { LAST_ADMINISTRATOR, UNCONFIRMED_ADDRESS } from '../../../contract/api/users.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { now } from '../../../platform/ids.ts'
import { notFound, refuse, DomainError } from '../../../platform/errors.ts'
import { tellDutiesChanged } from '../duties/emails.ts'
import { revokeOtherSessions } from '../sessions/commands.ts'
import { listLiveSessions } from '../sessions/queries.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { isAnyCaseWithoutEditor } from '../../peer-review/who-sees.ts'
import { handOnCasesOf } from '../../peer-review/cases/recused-editors.ts'
import { refuseWhileRecused } from '../../peer-review/reviewers/hidden.ts'
import { findUser } from '../users/queries.ts'

/**
 * Grants or revokes the administrator role and ends the user's sessions, so that the new role applies from
 * the next sign-in; open cases of a former administrator wait for any other. The last administrator's role cannot be revoked; setting the current role changes
 * nothing. Administrators who are recused from an open case do neither, unless one has no editor left: then they are
 * asked to make another.
 */
export function changeRole(database: Database, caller: Caller, id: string, role: Role): Promise<UserRow> {
  return database.transaction(async (tx) => {
    const administrators = await lockAdministrators(database.engine, tx)
    const user = await findUser(tx, id)
    if (!user) throw notFound('User')
    if (user.role === role) return user
    if (role !== 'admin' && administrators.every((administrator) => administrator === id)) {
      throw new DomainError('conflict', LAST_ADMINISTRATOR)
    }
    // The caller's own role may have been revoked since the call came in.
    const roleNow: Role = administrators.includes(caller.userId) ? 'admin' : 'author'
    refuse(userPolicy.refusal({ ...caller, role: roleNow }, 'changeRole', user))
    // It would take a case from its editor, or give it to another account of the caller's.
    if (role !== 'admin' || !(await isAnyCaseWithoutEditor(tx))) await refuseWhileRecused(tx, caller)
    if (role === 'admin' && user.email_confirmed_at === null) throw new DomainError('conflict', UNCONFIRMED_ADDRESS)
    await setRole(tx, caller.userId, user, role)
    await tellDutiesChanged(tx, { userId: id, byId: caller.userId })
    return { ...user, role }
  })
}

/** Sets the role of a user who is locked and ends their sessions, all but the one that is to be kept. */
export async function setRole(
  tx: Tx,
  actorId: string,
  { id, role: before }: Pick<UserRow, 'id' | 'role'>,
  role: Role,
  { keep }: { keep?: string } = {},
): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', id).execute()
  await noteRecusals(tx, { userId: id })
  if (role !== 'admin') await handOnCasesOf(tx, id)
  const endedSessions =
    keep === undefined ? await revoke(tx, id) : await revokeOtherSessions(tx, { userId: id, sessionId: keep })
  await writeAuditEntry(tx, actorId, 'user.change-role', id, {
    before: { role: before },
    after: { role, endedSessions },
  })
}

/**
 * Locks all administrators until the transaction ends, so that two who revoke each other's role do so one
 * after the other. On SQLite a transaction locks the whole database anyway.
 */
export async function lockAdministrators(engine: Database['engine'], tx: Tx): Promise<string[]> {
  const query = tx.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id')
  const rows = await (engine === 'postgres' ? query.forUpdate() : query).execute()
  return rows.map((row) => row.id)
}

/** Ends all sessions of a user, or a single one. Returns how many were open. */
export async function endSessions(tx: Tx, caller: Caller, id: string, sessionId: string | undefined): Promise<number> {
  if (!(await findUser(tx, id))) throw notFound('User')
  const open = await listLiveSessions(tx, id)
  if (sessionId !== undefined && !open.some((session) => session.id === sessionId)) throw notFound('Session')
  const ended = await revoke(tx, id, sessionId)
  if (ended > 0) {
    await writeAuditEntry(tx, caller.userId, 'session.end', id, {
      before: { openSessions: open.length },
      after: { openSessions: open.length - ended },
    })
  }
  return ended
}

async function revoke(tx: Tx, userId: string, sessionId?: string): Promise<number> {
  let query = tx
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
  if (sessionId !== undefined) query = query.where('id', '=', sessionId)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}
