import type { Caller } from '../call.ts'
import type { Db } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'

const MAX_FILES = 200
const MAX_BYTES = 500 * 1024 * 1024
const MAX_FILES_AN_HOUR = 60
const HOUR_MS = 60 * 60 * 1000

/**
 * Refuses an upload that would pass what one person may keep here (safety, 'POST /files/upload').
 * Administrators are held to the hourly number alone: the final PDFs of the whole journal are theirs.
 */
export async function refuseOverQuota(db: Db, owner: Pick<Caller, 'userId' | 'role'>): Promise<void> {
  const hourAgo = new Date(Date.now() - HOUR_MS).toISOString()
  const kept = await db
    .selectFrom('files')
    .select((select) => [
      select.fn.countAll<number>().as('files'),
      select.fn.coalesce(select.fn.sum<number>('bytes'), select.lit(0)).as('bytes'),
      select.fn.sum<number>(select.case().when('created_at', '>', hourAgo).then(1).else(0).end()).as('recent'),
    ])
    .where('owner_id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  if (Number(kept.recent) >= MAX_FILES_AN_HOUR) {
    throw new Refusal('too many', `You have uploaded ${MAX_FILES_AN_HOUR} files within an hour. Please go on later.`, {
      retryAfter: 600,
    })
  }
  if (owner.role === 'admin') return
  if (Number(kept.files) >= MAX_FILES || Number(kept.bytes) >= MAX_BYTES) {
    throw new Refusal(
      'too many',
      'You have reached the number of files one account can keep. Please write to support.',
      {
        retryAfter: 3600,
      },
    )
  }
}
