import { moneyInWords } from '../../contract/rules/fees/money.ts'
import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import { COLUMN, type PersonalDataPart } from '../../platform/personal-data-part.ts'
import type { Db } from '../../platform/database/connect.ts'
import { loadInvoices } from './invoices/fee-rows.ts'
import { presentWaiver } from './present.ts'

/** The invoices of the manuscripts that someone has sent, with what was paid. */
async function* ownInvoices(db: Db, userId: string) {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('articles', 'articles.id', 'invoices.article_id')
    .selectAll('invoices')
    .where('articles.submitter_id', '=', userId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
  const shown = await loadInvoices(db, rows)
  for (const row of rows) {
    const { number, credits, payer, payer_address: address, total, currency, issued_on: issuedOn } = row
    const { payments } = shown.get(number)!
    const facts = { invoice: number, credits, payer, address, issuedOn, dueOn: row.due_on }
    yield {
      ...facts,
      total: moneyInWords({ currency, minor: total }),
      payments: payments.map(({ id: _, ...one }) => one),
    }
  }
}

/** What a person has asked about fees, and what they were invoiced. */
export const feeData: PersonalDataPart = {
  name: 'fees',
  about:
    'What you have asked the journal about the fees of your manuscripts, its answers, and your invoices. The law wants invoices kept, with the name of who pays, also when an account is deleted.',
  give: async function* (db, { id }) {
    const rows = await db
      .selectFrom('waivers')
      .innerJoin('articles', 'articles.id', 'waivers.article_id')
      .selectAll('waivers')
      .select('articles.title')
      .where('asked_by', '=', id)
      .orderBy('asked_at')
      .orderBy('waivers.article_id')
      .execute()
    for (const { title, ...row } of rows) yield { article: plainTitle(title), ...presentWaiver(row) }
    yield* ownInvoices(db, id)
  },
  // That a fee was waived stays known; why it could not be paid does not. Invoices and payments stay as they are.
  erase: async (tx, { id }) => {
    await tx.deleteFrom('waivers').where('asked_by', '=', id).where('outcome', 'is', null).execute()
    await tx
      .updateTable('waivers')
      .set({ could_pay: '', reason: '', answer: null, asked_by: null })
      .where('asked_by', '=', id)
      .execute()
  },
  columns: {
    'waivers.asked_by': COLUMN.gone,
    'waivers.answered_by': COLUMN.reference,
    'bank_details.proposed_by': COLUMN.reference,
    'bank_details.confirmed_by': COLUMN.reference,
    'bank_details.ended_by': COLUMN.reference,
    'invoices.issued_by': COLUMN.reference,
    'payments.noted_by': COLUMN.reference,
    'payments.withdrawn_by': COLUMN.reference,
    'fee_sides.chosen_by': COLUMN.reference,
    'waiver_openings.user_id': COLUMN.reference,
    'waiver_list_readers.user_id': COLUMN.reference,
  },
}
