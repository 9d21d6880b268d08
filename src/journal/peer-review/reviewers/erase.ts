import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { noteRecusalsWith } from '../recusal.ts'
import { rememberNeverToAsk, type AddressHashes } from './address-hashes.ts'
import { findReviewer } from './queries.ts'

/** The reviewer whose data are being erased, as they still are. */
export interface Erasing {
  id: string
  fullName: string
  /** In lower case. */
  emails: readonly string[]
}

/** What another module stores about a reviewer, and erases in the same transaction; `app/` puts them together. */
export type ErasePart = (tx: Tx, reviewer: Erasing) => Promise<void>

/**
 * Erases what identifies a reviewer: name, affiliation, ORCID iD, expertise, addresses, and suggestions with one of
 * these. The row stays, so that what counts reviews stays true; keyed hashes of the addresses stay, so that nobody asks
 * them again. Doing it twice does nothing.
 */
export async function eraseReviewer(
  tx: Tx,
  { hashes, actorId, parts }: { hashes: AddressHashes; actorId: string | null; parts: readonly ErasePart[] },
  id: string,
): Promise<void> {
  const reviewer = await findReviewer(tx, id)
  if (reviewer.erasedAt !== null) return
  const emails = reviewer.emails.map(({ email }) => email.toLowerCase())
  await noteRecusalsWith(tx, id)
  const at = now()
  const { numUpdatedRows } = await tx
    .updateTable('reviewers')
    .set(({ eb }) => ({
      ...{ full_name: '', affiliation: '', orcid: null, expertise: '', user_id: null, away_until: null },
      ...{ name_order: '', words: '', do_not_ask_at: at, erased_at: at, updated_at: at },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  // Somebody else has done it meanwhile.
  if (numUpdatedRows === 0n) return
  await rememberNeverToAsk(tx, hashes, emails)
  if (emails.length) {
    await tx
      .updateTable('reviewer_suggestions')
      .set({ full_name: '', email: null, affiliation: '', reason: '' })
      .where((where) => where(where.fn<string>('lower', ['email']), 'in', emails))
      .execute()
  }
  for (const part of parts) await part(tx, { id, fullName: reviewer.fullName, emails })
  await tx.deleteFrom('reviewer_addresses').where('reviewer_id', '=', id).execute()
  await writeAuditEntry(tx, { actorId, action: 'reviewer.erase', subject: id })
}
