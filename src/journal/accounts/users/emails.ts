import { LINK_HOURS } from '../../../contract/api/session.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import type { KindOfEmail, KindsOfEmail } from '../../../platform/email/kinds.ts'
import { enqueueWithin, type NewEmail } from '../../../platform/email/outbox.ts'
import { plain } from '../../../platform/email/values.ts'
import { linkAddress, makeLink, type LinkPurpose } from './account-links.ts'
import { findUser } from './queries.ts'

interface WithLink {
  userId: string
  name: string
}

/** The data of each kind of email about accounts. */
interface AccountEmails {
  'password-reset': WithLink
  'email-confirmation': WithLink
  'email-change-asked': { userId?: string; name: string; to: string }
  'email-changed': { userId?: string; name: string; to: string }
  /** `what`: a sentence. */
  'sign-in-changed': { name: string; what: string }
  'recovery-code-used': { name: string; left: number }
  'wrong-codes': { name: string }
}

/** The last email, whose recipient is forgotten once it has been sent. */
interface LastEmails {
  'account-deleted': { name: string }
}

export type AccountEmail = NewEmail<AccountEmails>
export type LastEmail = NewEmail<LastEmails>

const hours = (count: number) => () => plain(counted(count, 'hour'))
const to = (data: { to: string }) => plain(data.to)

const withLink: WithLink = { userId: 'nasreen', name: 'Nasreen Baloch' }
const withAddress = { name: 'Nasreen Baloch', to: 'nasreen.baloch@university.example' }

export const accountEmails: KindsOfEmail<AccountEmails & LastEmails> = {
  'password-reset': {
    values: { hours: hours(LINK_HOURS.passwordReset) },
    example: withLink,
    secretLink: linkFor('password-reset', ({ email }) => [email]),
  },
  'email-confirmation': {
    values: { hours: hours(LINK_HOURS.emailConfirmation) },
    example: withLink,
    secretLink: linkFor('email-confirmation', ({ email, pending_email }) => [email, pending_email]),
  },
  'email-change-asked': { values: { to }, example: withAddress },
  'email-changed': { values: { to }, example: withAddress },
  'sign-in-changed': {
    values: { what: ({ what }) => plain(what) },
    example: { name: 'Nasreen Baloch', what: 'A passkey was added: “Laptop”.' },
  },
  'recovery-code-used': {
    values: { left: ({ left }) => plain(left ? counted(left, 'recovery code') : 'No recovery code') },
    example: { name: 'Nasreen Baloch', left: 9 },
  },
  'wrong-codes': { values: {}, example: { name: 'Nasreen Baloch' } },
  'account-deleted': { values: {}, example: { name: 'Nasreen Baloch' }, isForgotten: true },
}

/** A link for this purpose, if the recipient's address is still one of the user's. */
function linkFor(
  purpose: LinkPurpose,
  addressesOf: (user: UserRow) => (string | null)[],
): NonNullable<KindOfEmail<WithLink>['secretLink']> {
  return async (tx, { userId }, { recipient, publicUrl, at }) => {
    const user = await findUser(tx, userId)
    const addresses = user ? addressesOf(user) : []
    if (!addresses.some((address) => address?.toLowerCase() === recipient.toLowerCase())) return null
    return linkAddress(publicUrl, purpose, await makeLink(tx, { userId, purpose, email: recipient }, at))
  }
}

/** Tells the owner of an account that the way to sign in has changed. The caller has locked the user. */
export async function tellSignInChanged(tx: Tx, user: UserRow, what: string): Promise<void> {
  const data = { name: user.full_name, what }
  await enqueueWithin<AccountEmail>(tx, { kind: 'sign-in-changed', recipient: user.email, data })
}
