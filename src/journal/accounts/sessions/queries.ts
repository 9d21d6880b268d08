import { SESSION_EXPIRED } from '../../../contract/rules/text/messages.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { dutiesNow } from '../duties/held.ts'

/** The caller of a session that has neither ended nor expired. */
export async function findLiveSession(db: Db, sessionId: string): Promise<Caller | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'users.id as user_id', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now())
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const caller = { userId: row.user_id, sessionId: row.session_id, role: row.role }
  const duties = await dutiesNow(db, caller)
  return duties.length ? { ...caller, duties } : caller
}

/** Throws if the caller's session has ended since the call came in: a new password may have taken the account over. */
export async function requireLiveSession(tx: Tx, { sessionId }: Caller): Promise<void> {
  if (!(await findLiveSession(tx, sessionId))) throw new DomainError('unauthenticated', SESSION_EXPIRED)
}

/** A user's open sessions, last used first. */
export const listLiveSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
