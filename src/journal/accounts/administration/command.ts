import { randomBytes } from 'node:crypto'
import { DEFAULT_NAME } from '../../../contract/rules/accounts/users.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { eraseSecondFactors } from '../second-factors/personal-data.ts'
import { readFactors } from '../second-factors/queries.ts'
import { revokeAllSessions } from '../sessions/commands.ts'
import { startOver } from '../sessions/start-over.ts'
import { setPassword } from '../users/choose-password.ts'
import { createUser, lockUser } from '../users/commands.ts'
import { tellSignInChanged } from '../users/emails.ts'
import { freeUsername } from '../users/free-username.ts'
import { passwordLinkByHand } from '../users/link-by-hand.ts'
import { hashPassword } from '../users/passwords.ts'
import { findUserByEmail } from '../users/queries.ts'

/**
 * Makes an administrator: a new account, or one that there is, whose sessions end. A new one's owner sets the password by
 * the link; so does the owner of one whose address was never confirmed, which starts over. Otherwise `link` is null.
 */
export async function makeAdministrator(
  database: Database,
  email: string,
  publicUrl: string,
): Promise<{ was: 'nothing' | 'author' | 'admin'; link: string | null }> {
  // Nobody knows it; hashed before the transaction, because that takes a while.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  return database.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, email)
    if (existing?.role === 'admin') return { was: 'admin', link: null }
    if (existing) {
      await lockUser(tx, existing.id)
      const isConfirmed = existing.email_confirmed_at !== null
      // Someone else may have signed up with the address: nothing of theirs comes to power.
      const endedAtStart = isConfirmed ? 0 : await startOver(tx, existing)
      if (!isConfirmed) await setPassword(tx, existing.id, passwordHash)
      await tx.updateTable('users').set({ role: 'admin' }).where('id', '=', existing.id).execute()
      await noteRecusals(tx, { userId: existing.id })
      const endedSessions = endedAtStart + (await revokeAllSessions(tx, existing.id))
      await writeAuditEntry(tx, null, 'user.change-role', existing.id, {
        before: { role: existing.role },
        after: { role: 'admin', endedSessions },
      })
      return { was: 'author', link: isConfirmed ? null : await passwordLinkByHand(tx, existing.id, publicUrl) }
    }
    const { id } = await createUser(tx, {
      ...{ fullName: DEFAULT_NAME, username: await freeUsername(tx, email), email },
      ...{ phoneNumber: null, location: null, orcid: null, role: 'admin', passwordHash, lastLoginAt: null },
    })
    await writeAuditEntry(tx, null, 'user.create-administrator', id, { after: { email, role: 'admin' } })
    return { was: 'nothing', link: await passwordLinkByHand(tx, id, publicUrl) }
  })
}

/**
 * A link with which the owner of an account sets a new password. With `secondFactor` the account's second factors
 * are removed and its sessions end. Null if there is no such account.
 */
export const resetAccount = (
  database: Database,
  email: string,
  { publicUrl, secondFactor }: { publicUrl: string; secondFactor: boolean },
): Promise<string | null> =>
  database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) return null
    if (secondFactor) await removeSecondFactors(tx, user)
    return passwordLinkByHand(tx, user.id, publicUrl)
  })

async function removeSecondFactors(tx: Tx, user: UserRow): Promise<void> {
  await lockUser(tx, user.id)
  await eraseSecondFactors(tx, user.id)
  const endedSessions = await revokeAllSessions(tx, user.id)
  await writeAuditEntry(tx, null, 'user.remove-second-factors', user.id, { after: { endedSessions } })
  await tellSignInChanged(tx, user, 'Your passkeys and one-time codes were removed by the operator of the journal.')
}

/** The administrators, in the order of their addresses. */
export async function listAdministrators({
  db,
}: Database): Promise<{ email: string; fullName: string; lastLoginAt: string | null; hasSecondFactor: boolean }[]> {
  const rows = await db.selectFrom('users').selectAll().where('role', '=', 'admin').orderBy('email').execute()
  const found = []
  for (const row of rows) {
    const { count } = await readFactors(db, row.id)
    found.push({
      email: row.email,
      fullName: row.full_name,
      lastLoginAt: row.last_login_at,
      hasSecondFactor: count > 0,
    })
  }
  return found
}
