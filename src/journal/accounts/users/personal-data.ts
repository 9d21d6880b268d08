import { FORMER_ACCOUNT, formerAddress } from '../../../contract/rules/accounts/users.ts'
import { COLUMN, type PersonalDataPart } from '../../../platform/personal-data-part.ts'
import { presentUser } from './queries.ts'

/** Not a hash: no password matches it. */
const NO_PASSWORD = ''

/** The account itself. Its row stays, so that all that refers to it does, and holds nothing about a person any more. */
export const accountData: PersonalDataPart = {
  name: 'account',
  about: 'Your account: what you told us about yourself, and your ORCID iD.',
  give: (_db, { account }) => [
    {
      ...presentUser(account),
      emailConfirmedAt: account.email_confirmed_at,
      orcidConnectedAt: account.orcid_proven_at,
    },
  ],
  erase: async (tx, { id }, { at }) => {
    await tx.deleteFrom('account_links').where('user_id', '=', id).execute()
    await tx.deleteFrom('orcid_connections').where('user_id', '=', id).execute()
    await tx
      .updateTable('users')
      .set({
        ...{ full_name: FORMER_ACCOUNT, email: formerAddress(id), username: `former ${id}`, role: 'author' },
        ...{ password_hash: NO_PASSWORD, bio: null, location: null, phone_number: null, orcid: null },
        ...{ orcid_proven_at: null, last_login_at: null, email_confirmed_at: null, pending_email: null },
        deleted_at: at,
      })
      .where('id', '=', id)
      .execute()
  },
  columns: {
    'users.id': 'stays, so that what refers to it does',
    'users.full_name': COLUMN.gone,
    'users.email': COLUMN.gone,
    'users.username': COLUMN.gone,
    'users.phone_number': COLUMN.gone,
    'users.orcid': COLUMN.gone,
    'users.orcid_proven_at': COLUMN.gone,
    'users.pending_email': COLUMN.gone,
    'users.email_confirmed_at': COLUMN.gone,
    'account_links.user_id': 'erased; a link is a secret of one email, and is not given',
    'account_links.email': 'erased; a link is a secret of one email, and is not given',
    'orcid_connections.user_id': 'erased; it lasts ten minutes, and its outcome is in the account',
    'orcid_connections.orcid': 'erased; it lasts ten minutes, and its outcome is in the account',
  },
}
