import type { Role } from '../../contract/users.ts'
import { SESSION_EXPIRED } from '../../contract/api-error.ts'
import { record } from '../audit.ts'
import type { Tx } from '../database/connect.ts'
import { hashOfSecret, newId, newSecret, now } from '../ids.ts'
import { Refusal } from '../refusal.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A session ends when it has not been used for this long, and in any case at its absolute end. */
const IDLE_DAYS = 30
const ABSOLUTE_DAYS = 180
/** Two tabs may refresh at the same moment: the predecessor of a token is forgiven this long. */
const FORGIVEN_MS = 10_000

export interface OpenSession {
  sessionId: string
  userId: string
  role: Role
}

const later = (from: string, days: number): string => new Date(Date.parse(from) + days * DAY_MS).toISOString()

const expiry = (createdAt: string, usedAt: string): string => {
  const idle = later(usedAt, IDLE_DAYS)
  const absolute = later(createdAt, ABSOLUTE_DAYS)
  return idle < absolute ? idle : absolute
}

/** Opens a session and returns its refresh token, which is stored only as a hash. */
export async function openSession(
  tx: Tx,
  user: { id: string; role: Role },
): Promise<OpenSession & { refreshToken: string }> {
  const refreshToken = newSecret()
  const at = now()
  const sessionId = newId()
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: user.id,
      refresh_hash: hashOfSecret(refreshToken),
      previous_hash: null,
      rotated_at: null,
      created_at: at,
      last_used_at: at,
      expires_at: expiry(at, at),
      revoked_at: null,
    })
    .execute()
  return { sessionId, userId: user.id, role: user.role, refreshToken }
}

/**
 * Uses a refresh token. With `rotate` the session gets a new one and the old one is spent: if it
 * comes back later than a few seconds, somebody else has it, and the session ends.
 * Returns null after ending a session so: the caller refuses once that is committed.
 */
export async function refreshSession(
  tx: Tx,
  token: string,
  rotate: boolean,
): Promise<(OpenSession & { refreshToken?: string }) | null> {
  const hash = hashOfSecret(token)
  const at = now()
  const row = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.refresh_hash',
      'sessions.rotated_at',
      'sessions.created_at',
      'users.role',
    ])
    .where((where) => where.or([where('refresh_hash', '=', hash), where('previous_hash', '=', hash)]))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (!row) throw new Refusal('not signed in', SESSION_EXPIRED)
  const session = { sessionId: row.id, userId: row.user_id, role: row.role }

  if (row.refresh_hash !== hash) {
    const forgiven = row.rotated_at !== null && Date.parse(at) - Date.parse(row.rotated_at) <= FORGIVEN_MS
    if (forgiven) return session
    await revokeSession(tx, row.id)
    await record(tx, {
      actorId: null,
      action: 'session.end',
      subject: row.user_id,
      after: { because: 'what opens this session was used a second time' },
    })
    return null
  }

  const used = { last_used_at: at, expires_at: expiry(row.created_at, at) }
  if (!rotate) {
    await tx.updateTable('sessions').set(used).where('id', '=', row.id).execute()
    return session
  }
  const refreshToken = newSecret()
  const rotated = await tx
    .updateTable('sessions')
    .set({ ...used, refresh_hash: hashOfSecret(refreshToken), previous_hash: hash, rotated_at: at })
    .where('id', '=', row.id)
    .where('refresh_hash', '=', hash)
    .executeTakeFirst()
  // Lost to a refresh at the same moment: that one's token counts, this caller keeps what it has.
  return rotated.numUpdatedRows > 0n ? { ...session, refreshToken } : session
}

export async function revokeSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends every session of the caller but the one that calls. Returns how many. */
export async function revokeOtherSessions(tx: Tx, caller: { userId: string; sessionId: string }): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('user_id', '=', caller.userId)
    .where('id', '!=', caller.sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** Ends every session of an account: whoever is signed in with it signs in anew. */
export async function revokeAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends the session that a refresh token belongs to; a token nobody knows ends nothing. */
export async function closeSession(tx: Tx, token: string): Promise<{ sessionId: string; userId: string } | null> {
  const hash = hashOfSecret(token)
  const row = await tx
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where((where) => where.or([where('refresh_hash', '=', hash), where('previous_hash', '=', hash)]))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  await revokeSession(tx, row.id)
  return { sessionId: row.id, userId: row.user_id }
}
