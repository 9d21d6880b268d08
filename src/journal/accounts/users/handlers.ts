import { EMAIL_NEEDS_PASSWORD, type users } from '../../../contract/api/users.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import { userPolicy, type UserVerb } from '../../../contract/rules/accounts/users.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import type { EmailResources } from '../../../platform/email/resources.ts'
import { DomainError, invalid, notFound, refuse } from '../../../platform/errors.ts'
import { saveHeadsOf } from '../../../platform/search-engine/article-heads.ts'
import { connectOrcid, lockUser, takenOr } from './commands.ts'
import { asksForAnotherEmail, beginEmailChange, cancelEmailChange } from './email-change.ts'
import { ORCID_COOKIE, orcidCookieOptions } from './orcid-callback.ts'
import { isProven } from './orcid-connection.ts'
import { requireCurrentPassword } from './password-check.ts'
import { findUser, presentUser } from './queries.ts'
import type { UserResources } from './resources.ts'

/** Before any look-up, so that a refused caller does not learn whether the user exists. */
const authorizeUser = (actor: Actor, verb: UserVerb, id: string): void =>
  refuse(userPolicy.refusal(actor, verb, { id }))

/** What users do with their own account; administration of others needs sessions, and is in `users-admin`. */
export const userHandlers = {
  me: async ({ database, caller, mailer }) => {
    const user = await findUser(database.db, caller.userId)
    if (!user) throw notFound('User')
    return { ...presentUser(user), isMailing: mailer !== null }
  },

  read: async ({ database, caller }, { id }) => {
    authorizeUser(caller, 'read', id)
    const user = await findUser(database.db, id)
    if (!user) throw notFound('User')
    return presentUser(user)
  },

  update: async (context, { id, currentPassword, ...profile }) => {
    const { database, caller } = context
    authorizeUser(caller, 'update', id)
    const before = await findUser(database.db, id)
    if (!before) throw notFound('User')
    // The password is hashed only if needed, and never within a transaction.
    const mayChangeEmail = currentPassword !== undefined && asksForAnotherEmail(before, profile.email)
    if (mayChangeEmail) await requireCurrentPassword(context, currentPassword)
    const by = { actorId: caller.userId, mayChangeEmail }
    return presentUser(await database.transaction((tx) => updateProfile(tx, by, id, profile)))
  },

  cancelEmailChange: async ({ database, caller }, { id }) => {
    authorizeUser(caller, 'cancelEmailChange', id)
    return presentUser(await database.transaction((tx) => cancelEmailChange(tx, caller.userId, id)))
  },

  orcidSetUp: async ({ orcid }) => ({ setUp: orcid !== null }),

  orcidAddress: async ({ database, caller, orcid, publicUrl, setCookie }) => {
    if (!orcid) return { url: null }
    const { url, browserSecret } = await orcid.begin(database, { userId: caller.userId })
    setCookie(ORCID_COOKIE, browserSecret, orcidCookieOptions(publicUrl))
    return { url }
  },

  connectOrcid: async ({ database, caller }, { id, orcid }) => {
    authorizeUser(caller, 'connectOrcid', id)
    const user = await database.transaction(async (tx) => {
      await lockUser(tx, id)
      if (!(await isProven(tx, { userId: id }, orcid))) {
        throw new DomainError('forbidden', 'ORCID has not confirmed that this iD is yours. Please connect it again.')
      }
      const before = await findUser(tx, id)
      if (!before) throw notFound('User')
      const after = await connectOrcid(tx, id, orcid)
      await writeAuditEntry(tx, id, 'user.connect-orcid', id, {
        before: { orc_id: before.orcid, orcidProven: before.orcid_proven_at !== null },
        after: { orc_id: orcid, orcidProven: true },
      })
      return after
    })
    return presentUser(user)
  },
} satisfies Partial<Handlers<{ users: typeof users }, UserResources & Pick<EmailResources, 'mailer'>>['users']>

interface Profile {
  fullName: string
  email: string
  username: string
  phoneNumber: string | null
  location: string | null
  bio: string | null
}

/**
 * Changes a profile; refuses an email address or username that is already in use. A new email address only
 * becomes pending, and only if the caller has confirmed the password (`mayChangeEmail`).
 */
async function updateProfile(
  tx: Tx,
  { actorId, mayChangeEmail }: { actorId: string; mayChangeEmail: boolean },
  id: string,
  profile: Profile,
): Promise<UserRow> {
  await lockUser(tx, id)
  const before = await findUser(tx, id)
  if (!before) throw notFound('User')
  const moved = asksForAnotherEmail(before, profile.email)
  if (moved && !mayChangeEmail) throw invalid('currentPassword', EMAIL_NEEDS_PASSWORD)
  try {
    await tx
      .updateTable('users')
      .set({
        full_name: profile.fullName,
        username: profile.username,
        phone_number: profile.phoneNumber,
        location: profile.location,
        bio: profile.bio,
      })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw takenOr(error)
  }
  if (profile.fullName !== before.full_name) await saveHeadsOf(tx, id)
  if (moved) await beginEmailChange(tx, { ...before, full_name: profile.fullName }, profile.email)
  const after = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const shown = ({ full_name, email, pending_email, username, phone_number, location, bio }: UserRow) => ({
    fullName: full_name,
    email,
    ...(moved ? { pendingEmail: pending_email } : {}),
    username,
    phoneNumber: phone_number,
    location,
    bio,
  })
  await writeAuditEntry(tx, actorId, 'user.update', id, { before: shown(before), after: shown(after) })
  return after
}
