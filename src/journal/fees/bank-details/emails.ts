import { paths } from '../../../contract/rules/site/paths.ts'
import { utcMoment } from '../../../contract/rules/text/dates.ts'
import { FORMER_ACCOUNT } from '../../../contract/rules/accounts/users.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { BankDetailsRow } from '../../../platform/database/fee-tables.ts'
import type { KindsOfEmail } from '../../../platform/email/kinds.ts'
import { enqueue, type NewEmail } from '../../../platform/email/outbox.ts'
import { address, plain } from '../../../platform/email/values.ts'
import { administrators } from '../../accounts/users/administrators.ts'
import { findUser, findUserByEmail } from '../../accounts/users/queries.ts'
import { formerEditors } from './people.ts'

type Happened = 'proposed' | 'in force' | 'withdrawn' | 'ended'

/** They hold ids: never the details themselves. */
interface BankDetailsEmails {
  'bank-details': { proposalId: string; happened: Happened; userId?: never }
}
type BankDetailsEmail = NewEmail<BankDetailsEmails>

interface Loaded {
  name: string
  proposer: string
  /** Who has confirmed or withdrawn it; null: nobody has. */
  by: string | null
  aloneUntil: string | null
}
type Told = Loaded & BankDetailsEmails['bank-details']

const SENTENCES: Record<Happened, (told: Told) => string> = {
  proposed: ({ proposer, aloneUntil }) =>
    aloneUntil === null
      ? `${proposer} has proposed other bank details for invoices. They take effect once another managing editor has confirmed them.`
      : `${proposer} has proposed other bank details for invoices. Nobody else can confirm them, so they take effect by themselves after ${utcMoment(aloneUntil)}. Until then a managing editor can withdraw them.`,
  'in force': ({ proposer, by }) =>
    by === null
      ? `The bank details that ${proposer} proposed are in force. Invoices have them from now on.`
      : `${by} has confirmed the bank details that ${proposer} proposed. Invoices have them from now on.`,
  withdrawn: ({ proposer, by }) =>
    `${by ?? FORMER_ACCOUNT} has withdrawn the bank details that ${proposer} proposed. Invoices keep the earlier ones.`,
  ended: ({ proposer }) =>
    `The bank details that ${proposer} proposed have ended without effect, because ${proposer} is no longer a managing editor. Invoices keep the earlier ones.`,
}
const IN_SUBJECT: Record<Happened, string> = {
  proposed: 'a change to confirm',
  'in force': 'changed',
  withdrawn: 'the change was withdrawn',
  ended: 'the change has ended without effect',
}

export const bankDetailsEmails: KindsOfEmail<BankDetailsEmails, { 'bank-details': Loaded }> = {
  'bank-details': {
    values: {
      happened: ({ happened }) => plain(IN_SUBJECT[happened]),
      what: (told) => plain(SENTENCES[told.happened](told)),
      link: (_told, publicUrl) => address(`${publicUrl}${paths.adminSettingsArea('fees')}#bank-details`),
    },
    example: {
      ...{ proposalId: 'proposal', happened: 'proposed', name: 'Tariq Mehmood Leghari', proposer: 'Samina Farooqi' },
      ...{ by: null, aloneUntil: null },
    },
    load: async (db, { proposalId }, { recipient }) => {
      const reader = await findUserByEmail(db, recipient.toLowerCase())
      const row = await db.selectFrom('bank_details').selectAll().where('id', '=', proposalId).executeTakeFirst()
      if (!reader || !row) return null
      const isTold = reader.role === 'admin' || (await formerEditors(db)).some(({ id }) => id === reader.id)
      if (!isTold) return null
      const by = row.confirmed_by ?? row.ended_by
      return {
        name: reader.full_name,
        proposer: await nameOf(db, row.proposed_by),
        by: by === null ? null : await nameOf(db, by),
        aloneUntil: row.alone_until,
      }
    },
  },
}

const nameOf = async (db: Db, id: string): Promise<string> => (await findUser(db, id))?.full_name ?? FORMER_ACCOUNT

/**
 * Tells every managing editor; of what nobody else can confirm also those who were one until lately, because the one who is left
 * may have seen to it.
 */
export async function tellOfBankDetails(
  tx: Tx,
  { id, alone_until }: Pick<BankDetailsRow, 'id' | 'alone_until'>,
  happened: Happened,
): Promise<void> {
  const recipients = [...(await administrators(tx)), ...(alone_until === null ? [] : await formerEditors(tx))]
  for (const { email } of recipients)
    await enqueue<BankDetailsEmail>(tx, {
      kind: 'bank-details',
      recipient: email,
      data: { proposalId: id, happened },
    })
}
