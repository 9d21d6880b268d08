import type { Tx } from '../database/connect.ts'
import type { UserRow } from '../database/tables.ts'
import { eraseSecondFactors } from '../second-factors/erase.ts'
import { revokeAllSessions } from './commands.ts'

/**
 * Gives an account whose address was never confirmed to the address's owner: anybody can have signed up with it, so
 * nothing that was set before counts. Second factors, recovery codes, sessions, the ORCID iD and the profile go; whoever
 * calls it sets another password. The name becomes what is before the @, until the owner says who they are. Returns how
 * many sessions were open.
 */
export async function startOver(tx: Tx, user: UserRow): Promise<number> {
  await eraseSecondFactors(tx, user.id)
  const mailbox = user.email.split('@')[0]!
  await tx
    .updateTable('users')
    .set({
      full_name: /\p{L}/u.test(mailbox) ? mailbox : 'New account',
      ...{ phone_number: null, location: null, bio: null, orcid: null, orcid_proven_at: null, pending_email: null },
    })
    .where('id', '=', user.id)
    .execute()
  return revokeAllSessions(tx, user.id)
}
