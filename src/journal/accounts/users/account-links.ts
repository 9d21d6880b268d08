import { LINK_HOURS, LINK_SPENT } from '../../../contract/api/session.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { HOUR_MS } from '../../../contract/rules/text/dates.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { hashOfSecret, newSecret, now } from '../../../platform/ids.ts'
import { DomainError } from '../../../platform/errors.ts'

type AccountLink = Tables['account_links']
export type LinkPurpose = AccountLink['purpose']

const HOURS = { 'password-reset': LINK_HOURS.passwordReset, 'email-confirmation': LINK_HOURS.emailConfirmation }
const PAGES = { 'password-reset': paths.resetPassword, 'email-confirmation': paths.confirmEmail }

/** In place of an address: the link was handed over in another way than by email. */
export const BY_HAND = ''

/** Creates a single-use link; only the hash of its token is stored. Returns the token. */
export async function makeLink(
  tx: Tx,
  { userId, purpose, email }: { userId: string; purpose: LinkPurpose; email: string },
  at = new Date(),
): Promise<string> {
  const token = newSecret()
  await tx
    .insertInto('account_links')
    .values({
      token_hash: hashOfSecret(token),
      user_id: userId,
      purpose,
      email,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + HOURS[purpose] * HOUR_MS).toISOString(),
      used_at: null,
    })
    .execute()
  return token
}

/** The URL of the link. The token is in the fragment, which browsers do not send to the server. */
export const linkAddress = (publicUrl: string, purpose: LinkPurpose, token: string): string =>
  `${publicUrl}${PAGES[purpose]}#${token}`

/** The link of a token, if it is neither used nor expired. */
export const findLink = (db: Db, token: string, purpose: LinkPurpose): Promise<AccountLink | undefined> =>
  db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', hashOfSecret(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()

/** Uses up a link; false if a concurrent call already has. */
export async function useUp(tx: Tx, link: AccountLink): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_links')
    .set({ used_at: now() })
    .where('token_hash', '=', link.token_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes expired links. Returns how many. */
export async function sweepLinks({ db }: Database): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('account_links').where('expires_at', '<=', now()).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * The same error for links that are used, expired, unknown or for another address, so that it reveals
 * nothing.
 */
export const linkSpent = (): DomainError => new DomainError('invalid', LINK_SPENT, { errors: { token: LINK_SPENT } })
