import { CONFIRMATION_WRONG } from '../../../contract/api/personal-data.ts'
import { ADMINISTRATORS_ONLY } from '../../../contract/rules/accounts/access.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { emptyLog } from '../../../platform/database/erasing.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { DomainError, invalid, notFound, refuse } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { personOf, type PersonalDataPart } from '../../../platform/personal-data-part.ts'
import { saveHeadsOf } from '../../../platform/search-engine/article-heads.ts'
import { refuseWhileRecused } from '../../peer-review/reviewers/hidden.ts'
import { lockUser } from '../users/commands.ts'
import type { LastEmail } from '../users/emails.ts'
import { findUser } from '../users/queries.ts'
import { lockAdministrators } from '../administration/administer.ts'
import { obstaclesTo } from './obstacles.ts'
import { loadErasure } from './without.ts'

export interface Deletion {
  id: string
  /** What was typed to confirm. */
  confirmation: string
}

interface Deleting {
  database: Database
  parts: readonly PersonalDataPart[]
  isMailing: boolean
  /** Throws if the caller has lost the account since the password was checked; called under the account's lock. */
  stillMay?: (tx: Tx) => Promise<void>
}

/**
 * Deletes an account, all in one transaction: every part erases what it holds, the row stays without a person, and the
 * audit log names who has done it. Refused while someone would be left with nobody to talk to. Of two at once the second
 * finds no account.
 */
export async function deleteAccount(
  { database, parts, isMailing, stillMay }: Deleting,
  caller: Caller,
  { id, confirmation }: Deletion,
): Promise<void> {
  const own = caller.userId === id
  await database.transaction(async (tx) => {
    const administrators = await lockAdministrators(database.engine, tx)
    // The caller's own role may have been revoked since the call came in.
    if (!own && !administrators.includes(caller.userId)) refuse(ADMINISTRATORS_ONLY)
    // It would end what the person has been asked to review, and show who edits what.
    if (!own) await refuseWhileRecused(tx, caller)
    await lockUser(tx, id)
    await stillMay?.(tx)
    const account = await findUser(tx, id)
    if (!account) throw notFound('User')
    if (confirmation.toLowerCase() !== account.email.toLowerCase()) throw invalid('confirmation', CONFIRMATION_WRONG)
    // A submission on its way claims files of the person: it has ended before these are locked, or finds them gone.
    await tx
      .updateTable('files')
      .set(({ ref }) => ({ created_at: ref('created_at') }))
      .where('owner_id', '=', id)
      .execute()
    const person = personOf(account)
    const obstacles = await obstaclesTo(tx, person, own)
    if (obstacles.length) throw new DomainError('conflict', obstacles.join(' '))

    const submitted = await tx
      .selectFrom('articles')
      .select('id')
      .where('submitter_id', '=', id)
      .where('published_at', 'is not', null)
      .execute()
    const by = await loadErasure(tx, caller.userId, person)
    for (const part of parts) await part.erase?.(tx, person, by)
    await saveHeadsOf(tx, id)
    if (submitted.length) await touchPublicSite(tx)
    // Without a mail server it would keep the address for as long as there is none.
    if (isMailing) {
      const data = { name: account.full_name }
      await enqueue<LastEmail>(tx, { kind: 'account-deleted', recipient: account.email, data })
    }
    await writeAuditEntry(tx, caller.userId, 'user.delete', id, { after: { publishedArticles: submitted.length } })
  })
  await emptyLog(database)
}
