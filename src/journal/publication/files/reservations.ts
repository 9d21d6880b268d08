import { HOUR_MS, HOUR_SECONDS } from '../../../contract/rules/text/dates.ts'
import { journal } from '../../../contract/journal.ts'
import type { Db, Database, Tx } from '../../../platform/database/connect.ts'
import { type Actor, isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { newId } from '../../../platform/ids.ts'
import { DomainError } from '../../../platform/errors.ts'
import { SESSION_EXPIRED } from '../../../contract/rules/text/messages.ts'
import type { FileResources } from './resources.ts'

const MAX_FILES = 200
const MAX_MEGABYTES = 500
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024
const MAX_FILES_AN_HOUR = 60

/** Longer than the slowest permitted upload; older reservations were left by a process that died. */
export const RESERVATION_MS = 2 * HOUR_MS

/**
 * Reserves disk space for an upload before its bytes arrive, so that concurrent uploads cannot exceed the
 * limits together. Administrators are exempt, because they import whole back catalogues. Returns the
 * reservation's id.
 */
async function reserveUpload(
  database: Database,
  owner: Actor,
  bytes: number,
  { hourly }: { hourly: boolean },
): Promise<string> {
  const id = newId()
  const now = Date.now()
  await database.transaction(async (tx) => {
    if (!isAdministrator(owner)) {
      // The user's row is locked, so that concurrent uploads of one person are counted in turn.
      await lockForUpdate(tx, 'users', owner.userId)
      await refuseOverQuota(tx, owner.userId, bytes, { now, hourly })
    }
    await tx
      .insertInto('upload_reservations')
      .values({
        id,
        owner_id: owner.userId,
        bytes,
        created_at: new Date(now).toISOString(),
        expires_at: new Date(now + RESERVATION_MS).toISOString(),
      })
      .execute()
  })
  return id
}

async function refuseOverQuota(
  tx: Tx,
  ownerId: string,
  bytes: number,
  { now, hourly }: { now: number; hourly: boolean },
): Promise<void> {
  // A single statement reads one snapshot: an upload that becomes a file meanwhile is counted exactly once.
  const kept = tx.selectFrom('files').select(['bytes', 'created_at']).where('owner_id', '=', ownerId)
  const reserved = tx
    .selectFrom('upload_reservations')
    .select(['bytes', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', new Date(now).toISOString())
  const hourAgo = new Date(now - HOUR_MS).toISOString()
  const counted = await tx
    .selectFrom(kept.unionAll(reserved).as('uploads'))
    .select(({ fn, lit, case: when }) => [
      fn.countAll<number>().as('files'),
      fn.coalesce(fn.sum<number>('bytes'), lit(0)).as('bytes'),
      fn.coalesce(fn.sum<number>(when().when('created_at', '>', hourAgo).then(1).else(0).end()), lit(0)).as('recent'),
    ])
    .executeTakeFirstOrThrow()
  if (hourly && Number(counted.recent) >= MAX_FILES_AN_HOUR) {
    const message = `You have uploaded ${MAX_FILES_AN_HOUR} files in the last hour. Please try again later.`
    throw new DomainError('too_many_requests', message, { retryAfter: 600 })
  }
  if (Number(counted.files) >= MAX_FILES || Number(counted.bytes) + bytes > MAX_BYTES) {
    const message = `One account can keep ${MAX_FILES} files or ${MAX_MEGABYTES} MB, and this would be more. Please write to ${journal().contact.supportEmail}.`
    throw new DomainError('too_many_requests', message, { retryAfter: HOUR_SECONDS })
  }
}

/** Releases the reservation, or replaces it by the file's row in the same transaction. */
async function releaseUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_reservations').where('id', '=', id).execute()
}

/** Removes reservations left by processes that died. */
export async function sweepReservations(db: Db): Promise<void> {
  await db.deleteFrom('upload_reservations').where('expires_at', '<', new Date().toISOString()).execute()
}

/** Room for a file that is on its way. */
export interface Room {
  /** In the transaction that writes the file's row: from then on the file itself counts. */
  take(tx: Tx, fileId: string): Promise<void>
  /** The file was refused, or never arrived. */
  giveBack(): Promise<void>
}

/** Who sends a file. */
export interface Sender {
  /** The account to which the file belongs; null for a reviewer, whose files belong to the review. */
  readonly ownerId: string | null
  /** Editors may also send the XML of an article. */
  readonly isEditor: boolean
  /** Whose uploads at the same time are counted together. */
  readonly counted: Actor
  /** Reserves room before the first byte arrives, or throws because there is none. */
  reserve(bytes: number): Promise<Room>
}

/** Someone who is signed in. */
export const accountSender = ({ database, uploads }: FileResources, actor: Actor): Sender => ({
  ownerId: actor.userId,
  isEditor: isAdministrator(actor),
  counted: actor,
  reserve: async (bytes) => {
    const reservation = await reserveUpload(database, actor, bytes, uploads)
    return {
      take: async (tx) => {
        // The account may have been deleted while the bytes arrived: nothing of it may come back.
        const owner = await lockForUpdate(tx, 'users', actor.userId)
        if (!owner || owner.deleted_at !== null) throw new DomainError('unauthenticated', SESSION_EXPIRED)
        await releaseUpload(tx, reservation)
      },
      giveBack: () => releaseUpload(database.db, reservation),
    }
  },
})
