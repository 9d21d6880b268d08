import { journal } from '../../contract/journal.ts'
import type { Db } from '../../platform/database/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { contentOf } from './versions.ts'

/** What authors have begun before submissions were closed may still be sent for so long. */
export const GRACE_DAYS = 7
const DAY_MS = 86_400_000

/** When submissions were closed; null: they are open. */
async function closedSince(db: Db): Promise<string | null> {
  if (journal().submissions.open) return null
  const versions = await db
    .selectFrom('journal_versions')
    .select(['content', 'at'])
    .orderBy('number', 'desc')
    .limit(500)
    .execute()
  const isOpen = ({ content }: { content: string }) => contentOf(content)['submissions.open']!.value === true
  const open = versions.findIndex(isOpen)
  return versions.at(open < 0 ? -1 : open - 1)?.at ?? null
}

/**
 * Refuses a new manuscript while submissions are closed. A manuscript of which a file was uploaded before that may still be
 * sent for seven days.
 */
export async function requireOpenSubmissions(db: Db, files: readonly { created_at: string }[]): Promise<void> {
  const closed = await closedSince(db)
  if (closed === null) return
  const isBegun = files.some(({ created_at }) => created_at < closed)
  if (isBegun && Date.now() - Date.parse(closed) < GRACE_DAYS * DAY_MS) return
  throw new DomainError('conflict', journal().submissions.closed)
}
