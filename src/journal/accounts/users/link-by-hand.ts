import { LINK_HOURS } from '../../../contract/api/session.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { BY_HAND, linkAddress, makeLink } from './account-links.ts'

/** A link that sets a new password once, for the operator to hand over. */
export async function passwordLinkByHand(tx: Tx, userId: string, publicUrl: string): Promise<string> {
  await writeAuditEntry(tx, null, 'user.ask-password-reset', userId)
  const token = await makeLink(tx, { userId, purpose: 'password-reset', email: BY_HAND })
  return linkAddress(publicUrl, 'password-reset', token)
}

/** What is printed with the link. */
export const linkInWords = (email: string, link: string): string =>
  `With this link a new password can be set for ${email}.\n` +
  `It works once, for ${counted(LINK_HOURS.passwordReset, 'hour')}. Give it only to the owner of the account.\n\n` +
  `${link}\n`
