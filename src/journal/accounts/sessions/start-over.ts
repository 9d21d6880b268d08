import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { now } from '../../../platform/ids.ts'
import { saveHeadsOf } from '../../../platform/search-engine/article-heads.ts'
import { eraseSecondFactors } from '../second-factors/personal-data.ts'
import { freeUsername } from '../users/free-username.ts'
import { revokeAllSessions } from './commands.ts'

/**
 * Gives an account whose address was never confirmed to the address's owner: anybody can have signed up with it, so
 * nothing that was set before counts. Second factors, recovery codes, sessions, links, the ORCID iD and the profile go; the
 * caller sets another password. The name becomes what is before the @, until the owner enters another. Returns how many
 * sessions were open.
 */
export async function startOver(tx: Tx, user: UserRow): Promise<number> {
  // Of an administrator: by the iD that goes.
  await noteRecusals(tx, { userId: user.id })
  await eraseSecondFactors(tx, user.id)
  await tx.deleteFrom('orcid_connections').where('user_id', '=', user.id).execute()
  await tx
    .updateTable('account_links')
    .set({ used_at: now() })
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .execute()
  const mailbox = user.email.split('@')[0]!
  await tx
    .updateTable('users')
    .set({
      full_name: /\p{L}/u.test(mailbox) ? mailbox : 'New account',
      username: await freeUsername(tx, user.email, user.id),
      ...{ phone_number: null, location: null, bio: null, orcid: null, orcid_proven_at: null, pending_email: null },
    })
    .where('id', '=', user.id)
    .execute()
  await saveHeadsOf(tx, user.id)
  return revokeAllSessions(tx, user.id)
}
