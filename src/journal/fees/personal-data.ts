import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import { COLUMN, type PersonalDataPart } from '../../platform/personal-data-part.ts'
import { presentWaiver } from './present.ts'

/** What a person has asked about fees. */
export const feeData: PersonalDataPart = {
  name: 'fees',
  about: 'What you have asked the journal about the fees of your manuscripts, and its answers.',
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
  },
  // That a fee was waived stays known; why it could not be paid does not.
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
  },
}
