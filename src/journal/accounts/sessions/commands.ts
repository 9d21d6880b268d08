import type { Role } from '../../../contract/rules/accounts/access.ts'
import type { Duty } from '../../../contract/rules/accounts/duties.ts'
import { deviceInWords } from '../../../contract/rules/accounts/users.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { SESSION_EXPIRED } from '../../../contract/rules/text/messages.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { hashOfSecret, newId, newSecret, now } from '../../../platform/ids.ts'
import { DomainError } from '../../../platform/errors.ts'
import { dutiesNow } from '../duties/held.ts'

/** A session ends after this time without use, and in any case at its absolute expiry. */
const IDLE_DAYS = 30
const ABSOLUTE_DAYS = 180
/** Two tabs may refresh at the same time: the previous token is accepted for this long. */
const FORGIVEN_MS = 10_000

export interface OpenSession {
  sessionId: string
  userId: string
  role: Role
  /** What they do for the journal now, without being an administrator. */
  duties: readonly Duty[]
}

const later = (from: string, days: number): string => new Date(Date.parse(from) + days * DAY_MS).toISOString()

const expiry = (createdAt: string, usedAt: string): string => {
  const idle = later(usedAt, IDLE_DAYS)
  const absolute = later(createdAt, ABSOLUTE_DAYS)
  return idle < absolute ? idle : absolute
}

/**
 * Opens a session and returns its refresh token, of which only a hash is stored. Of the program that it is for only
 * the device in words is kept.
 */
export async function openSession(
  tx: Tx,
  user: { id: string; role: Role },
  userAgent = '',
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
      device: deviceInWords(userAgent),
      created_at: at,
      last_used_at: at,
      expires_at: expiry(at, at),
      revoked_at: null,
    })
    .execute()
  const duties = await dutiesNow(tx, { userId: user.id, role: user.role })
  return { sessionId, userId: user.id, role: user.role, duties, refreshToken }
}

/** The open session of a refresh token, whether the token is current or spent. */
async function findByToken(tx: Tx, hash: string) {
  const live = tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.refresh_hash', 'sessions.created_at', 'users.role'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .where('users.deleted_at', 'is', null)
  // In this order, so that a token that is spent between the two queries is found by the second.
  const current = await live.where('refresh_hash', '=', hash).executeTakeFirst()
  if (current) return { ...current, spent: null }
  const spent = await tx.selectFrom('spent_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst()
  const session = spent && (await live.where('sessions.id', '=', spent.session_id).executeTakeFirst())
  return session && { ...session, spent }
}

/**
 * Uses a refresh token. With `rotate` the session gets a new one and the old one is spent: if a spent token
 * is presented again, it has been stolen, and the session ends. Only the most recent one is accepted for a
 * few seconds more. Returns null after ending a session in this way, so that the caller can commit before
 * refusing.
 */
export async function refreshSession(
  tx: Tx,
  token: string,
  rotate: boolean,
): Promise<(OpenSession & { refreshToken?: string }) | null> {
  const hash = hashOfSecret(token)
  const at = now()
  const row = await findByToken(tx, hash)
  if (!row) throw new DomainError('unauthenticated', SESSION_EXPIRED)
  const who = { userId: row.user_id, role: row.role }
  const session = { sessionId: row.id, ...who, duties: await dutiesNow(tx, who) }

  if (row.spent !== null) {
    const isLatest = row.spent.replaced_by === row.refresh_hash
    if (isLatest && Date.parse(at) - Date.parse(row.spent.spent_at) <= FORGIVEN_MS) return session
    await revokeSession(tx, row.id)
    await writeAuditEntry(tx, null, 'session.end', row.user_id, {
      after: { because: 'a spent refresh token came back' },
    })
    return null
  }

  const used = { last_used_at: at, expires_at: expiry(row.created_at, at) }
  if (!rotate) {
    await tx.updateTable('sessions').set(used).where('id', '=', row.id).execute()
    return session
  }
  const refreshToken = newSecret()
  const successor = hashOfSecret(refreshToken)
  const rotated = await tx
    .updateTable('sessions')
    .set({ ...used, refresh_hash: successor })
    .where('id', '=', row.id)
    .where('refresh_hash', '=', hash)
    .executeTakeFirst()
  // A concurrent refresh was first: its token is current, and this caller keeps the one it has.
  if (rotated.numUpdatedRows === 0n) return session
  await tx
    .insertInto('spent_tokens')
    .values({ token_hash: hash, session_id: row.id, spent_at: at, replaced_by: successor })
    .execute()
  return { ...session, refreshToken }
}

export async function revokeSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends every session of the caller except the current one. Returns how many. */
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

/** Ends one open session of a user; false if there is none with this id. */
export async function revokeOwnSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every session of a user, who has to sign in again. Returns how many were open. */
export async function revokeAllSessions(tx: Tx, userId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends the session of a refresh token; does nothing for an unknown token. */
export async function closeSession(tx: Tx, token: string): Promise<{ sessionId: string; userId: string } | null> {
  const row = await findByToken(tx, hashOfSecret(token))
  if (!row) return null
  await revokeSession(tx, row.id)
  return { sessionId: row.id, userId: row.user_id }
}

/** Rows deleted per statement, so that no other call has to wait long. */
const BATCH = 1000

/** Removes sessions that have ended or expired, with their spent tokens. Returns how many. */
export async function sweepSessions({ db }: Database): Promise<number> {
  for (let swept = 0; ;) {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('id', 'in', (select) =>
        select
          .selectFrom('sessions')
          .select('id')
          .where((where) => where.or([where('revoked_at', 'is not', null), where('expires_at', '<=', now())]))
          .limit(BATCH),
      )
      .executeTakeFirst()
    swept += Number(numDeletedRows)
    if (numDeletedRows < BATCH) return swept
  }
}
