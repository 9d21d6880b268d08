import { Secret, TOTP } from 'otpauth'
import { journal } from '../../../contract/journal.ts'
import { CODES_PAUSED } from '../../../contract/api/second-factors.ts'
import { HOUR_MS, HOUR_SECONDS } from '../../../contract/rules/text/dates.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { Sealer } from './sealer.ts'

const PERIOD_SECONDS = 30
/** A clock may differ by one step. */
const WINDOW = 1
/** Wrong codes within an hour, from wherever they come, until an email to the owner, and until codes are paused. */
export const WRONG_CODES = { told: 5, paused: 10 } as const

const codesOf = (secret: string, label = '') =>
  new TOTP({
    issuer: journal().name,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** A new secret of 160 bits, in base 32. */
export const newCodeSecret = (): string => new Secret({ size: 20 }).base32

/** What an app reads from the QR code. */
export const codeUri = (secret: string, email: string): string => codesOf(secret, email).toString()

/** The time step of a right code; null for a wrong one. */
export function stepOfCode(secret: string, code: string, at = Date.now()): number | null {
  const delta = codesOf(secret).validate({ token: code, window: WINDOW, timestamp: at })
  return delta === null ? null : Math.floor(at / 1000 / PERIOD_SECONDS) + delta
}

/** Replaces any earlier secret; the code that confirmed it is used up. The caller has locked the user. */
export async function storeCodes(tx: Tx, userId: string, sealed: string, step: number): Promise<void> {
  await tx.deleteFrom('one_time_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('one_time_codes')
    .values({
      user_id: userId,
      sealed,
      last_step: step,
      created_at: now(),
      last_used_at: null,
      failures: 0,
      failed_at: null,
    })
    .execute()
}

export const findCodes = (db: Db, userId: string): Promise<Tables['one_time_codes'] | undefined> =>
  db.selectFrom('one_time_codes').selectAll().where('user_id', '=', userId).executeTakeFirst()

/**
 * Judges a code. Every try counts as wrong before it is judged, so that many at once are not more than the limit;
 * `useCode` takes that back. Null for a wrong code; `failures` is how many there have been within an hour.
 */
export async function tryCode(
  db: Db,
  sealer: Sealer,
  userId: string,
  code: string,
): Promise<{ step: number | null; failures: number; isReadable: boolean } | null> {
  const at = now()
  const anHourAgo = new Date(Date.now() - HOUR_MS).toISOString()
  const counted = await db
    .updateTable('one_time_codes')
    .set(({ eb, ref, val }) => ({
      failures: eb
        .case()
        .when('failed_at', '>', anHourAgo)
        .then(eb(ref('failures'), '+', val(1)))
        .else(1)
        .end(),
      failed_at: at,
    }))
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('failures', '<', WRONG_CODES.paused),
        where('failed_at', 'is', null),
        where('failed_at', '<=', anHourAgo),
      ]),
    )
    .returning(['sealed', 'failures'])
    .executeTakeFirst()
  if (!counted) {
    if (!(await findCodes(db, userId))) return null
    throw new DomainError('too_many_requests', CODES_PAUSED, { retryAfter: HOUR_SECONDS })
  }
  const secret = sealer.open(counted.sealed, userId)
  return {
    step: secret === null ? null : stepOfCode(secret, code),
    failures: counted.failures,
    isReadable: secret !== null,
  }
}

/** Uses up the code of a time step; false if it, or a later one, has been used before. */
export async function useCode(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('one_time_codes')
    .set({ last_step: step, last_used_at: now(), failures: 0, failed_at: null })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
